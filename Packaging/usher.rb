# A Homebrew formula for a tap. Only its syntax is checked: it was never installed, because usher is not tested on
# macOS. `.ci/release` writes url and sha256 into a copy.
class Usher < Formula
  desc "Sign users in to Firebase Authentication from a shell"
  homepage "@HOMEPAGE@"
  url "@URL@"
  sha256 "@SHA256@"
  license "MIT"

  # The build needs Swift 6.3 or later.
  depends_on xcode: :build
  depends_on "argon2"
  depends_on "libfido2"
  depends_on "libpng"
  depends_on macos: :sequoia
  depends_on "openssl@3"
  depends_on "qrencode"
  uses_from_macos "curl"
  uses_from_macos "libedit"
  uses_from_macos "libxml2"
  uses_from_macos "sqlite"

  def install
    system ".ci/toolchain"
    # Homebrew builds in its own sandbox.
    system ".ci/build", ".build/bin/usher", "--disable-sandbox"
    system ".ci/install", "put", ".build/bin/usher", prefix
  end

  test do
    ENV["USHER_ENDPOINT"] = "local"
    ENV["USHER_CONFIG_DIR"] = testpath
    assert_match version.to_s, shell_output("#{bin}/usher --version")
    system bin/"usher", "verify-phone", "+16505553434", "--no-wait"
    system bin/"usher", "confirm-code", "654321"
    assert_match "+16505553434", shell_output("#{bin}/usher whoami")
  end
end
