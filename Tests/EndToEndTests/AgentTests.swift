import TestSupport
import Testing

/// `usher mcp`, as an agent's program runs it.
@Suite struct AgentTests {
  /// Sends requests to one server, and reads an answer for each.
  private static let functions = #"""
    coproc usher mcp
    exec 9>&"${COPROC[1]}"
    ask() { printf '%s\n' "$1" >&9; IFS= read -r answer <&"${COPROC[0]}"; }
    call() {
      ask "$(jq -cn --arg name "$1" --argjson arguments "$2" \
        '{jsonrpc: "2.0", id: 1, method: "tools/call", params: {name: $name, arguments: $arguments}}')"
    }
    field() { jq -r ".result.structuredContent.$1" <<< "$answer"; }
    """#

  @Test func anAdministratorWithAnAuthenticatorSignsIn() {
    let ending = Usher().script(
      Self.functions + #"""

        call create_user '{"email": "boss@example.com", "role": "admin", "factors": ["totp"]}'
        password=$(field password_file) secret=$(field totp_secret_file)
        stat -c %a "$password" "$secret"
        jq -r '.result.structuredContent | has("password")' <<< "$answer"
        call sign_in "$(jq -cn --arg file "$password" '{method: "password", email: "boss@example.com", password_file: $file}')"
        field next_call.tool
        call sign_in "$(jq -cn --arg file "$password" --arg secret "$secret" \
          '{method: "password", email: "boss@example.com", password_file: $file, totp_secret_file: $secret}')"
        field account.email
        call whoami '{"claims": true}'
        field claims.role
        call browser_state '{"origin": "http://localhost:3000", "app_key": "key"}'
        jq -r '.origins[0].origin' "$(field file)"
        call complete '{"step": "code", "code": "000000"}'
        jq -c .result.isError <<< "$answer"
        """#)
    #expect(
      ending.output == """
        600
        600
        false
        complete
        boss@example.com
        admin
        http://localhost:3000
        true

        """, "\(ending.errors)")
  }

  @Test func callsRunBesideEachOtherAndEndWhenCanceled() {
    let ending = Usher().script(
      Self.functions + #"""

        printf '%s\n' '{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"outbox","arguments":{"phone":"+16505550123","latest":true,"wait":"1m"}}}' >&9
        printf '%s\n' '{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"outbox","arguments":{"phone":"+16505550199","wait":"1m"}}}' >&9
        printf '%s\n' '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"x"}}' >&9
        ask '{"jsonrpc":"2.0","id":"p","method":"ping"}'
        pgrep -P "$COPROC_PID" | wc -l
        call sign_in '{"method": "phone", "number": "+16505550123"}'
        first=$(jq -r .id <<< "$answer")
        IFS= read -r answer <&"${COPROC[0]}"
        second=$(jq -r .id <<< "$answer")
        printf '%s\n' "$first" "$second" | sort | tr '\n' ' '
        ask '{"jsonrpc":"2.0","id":"p","method":"ping"}'
        echo "$answer"
        """#)
    #expect(ending.output == "1\n1 w {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}\n", "\(ending.errors)")
  }

  @Test func brokenMessagesEndNothing() {
    let ending = Usher().script(
      Self.functions + #"""

        for line in '{' '[]' '{"jsonrpc":"2.0","id":null,"method":"ping"}' '{"jsonrpc":"2.0","id":7,"method":"x"}'; do
          ask "$line"
          jq -c '[.id, .error.code]' <<< "$answer"
        done
        head -c 1000000 /dev/zero | tr '\0' x >&9
        ask ''
        jq -c .error.code <<< "$answer"
        ask '{"jsonrpc":"2.0","id":8,"method":"ping"}'
        jq -c .id <<< "$answer"
        """#)
    #expect(
      ending.output == "[null,-32700]\n[null,-32600]\n[null,-32600]\n[7,-32601]\n-32600\n8\n",
      "\(ending.errors)")
  }

  @Test func aRealProjectNeedsConsent() {
    let usher = Usher()
    let refused = usher.script("USHER_API_KEY=k usher mcp --endpoint production -P acme < /dev/null")
    #expect(refused.status == 64)
    #expect(
      refused.errors.hasPrefix("error: this is not the local server, so the agent may not sign in there\n"))
    #expect(
      usher.script("USHER_API_KEY=k usher mcp --endpoint production -P acme --allow-sign-in < /dev/null")
        .status == 0)
    #expect(usher.script("usher mcp --as ../x < /dev/null").status == 64)
    #expect(
      usher.script("USHER_ENDPOINT=production USHER_API_KEY=k usher mcp -P acme < /dev/null").status == 64)
    #expect(usher.script("USHER_OUTPUT=json usher mcp -p local < /dev/null").status == 0)
  }

  /// What was asked before the end of the input is answered, also if its line has no end.
  @Test func theEndOfTheInputDropsNothing() {
    let ending = Usher().script(
      #"""
      printf '%s' '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sign_in","arguments":{"method":"anonymous"}}}' |
        usher mcp | jq -r .result.structuredContent.account.is_anonymous
      usher whoami --as agent --field account.is_anonymous
      """#)
    #expect(ending.output == "true\ntrue\n", "\(ending.errors)")
  }
}
