extension Origin {
  /// Returns `http://` with this host and port.
  ///
  /// Returns nil if `host` is neither a host name nor an IP address, or if `port` is not from 1 to 65535. An IPv6
  /// address may have brackets.
  package static func plain(host: String, port: Int) -> Origin? {
    let isBracketed = host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
    let bare = isBracketed ? String(host.dropFirst().dropLast()) : host
    if HostSyntax.isIPv6(bare) { return Origin("http://[\(bare)]:\(port)") }
    return !isBracketed && HostSyntax.isNameOrIPv4(host) ? Origin("http://\(host):\(port)") : nil
  }
}
