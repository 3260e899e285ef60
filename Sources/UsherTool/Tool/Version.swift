import AuthServer
import CommandKit
import Crypto
import CurlTransport
import Essentials
import TerminalIO

struct Version: ToolCommand {
  static let name = "version"
  static let abstract: Text = "Show the version and the commit it was built from."
  static let discussion = """
    --version prints the version alone. A build without git does not know its commit. --json adds the Swift of \
    the build and the libraries; null is one that is not installed.
    """
  static let manual = """
    libedit has no version of its own: usher gives the number of its file.

      usher version --field libraries.libedit
    """
  static let examples = [
    Example("usher version", "Show the version and the commit."),
    Example("usher version --field version", "Print the bare number for a script."),
    Example("usher version --json", "Show the libraries, too, for a bug report."),
  ]

  struct Result: CommandResult, Equatable {
    var version = Release.version
    /// Null if the build does not know it; the same holds for the next two fields.
    var commit: String?
    var commitDate: String?
    var swift: String?
    var libraries: LibraryVersions

    init(_ build: Release.Build, _ libraries: LibraryVersions) {
      commit = build.commit?.id
      commitDate = build.commit?.date
      swift = build.swift
      self.libraries = libraries
    }
  }

  /// Returns the report of `--version`.
  static func brief(in context: Context) -> Report<Result> {
    Report(.ok, result(in: context), lines: ["usher \(Release.version)"])
  }

  func report(in context: Context) throws -> Report<Result> {
    let origin = context.world.build.commit.map { " (\($0.id), \($0.date))" } ?? ""
    return Report(.ok, Self.result(in: context), lines: ["usher \(Release.version)\(origin)"])
  }

  /// Opens libraries only if the output shows their versions.
  private static func result(in context: Context) -> Result {
    let areShown = context.settings.options.field?.hasPrefix("libraries") ?? context.settings.wantsJSON
    return Result(context.world.build, areShown ? .all : .linked)
  }
}

/// The versions of the libraries found at run time; null means not installed.
struct LibraryVersions: Codable, Equatable {
  var sqlite = SQLiteLibrary.version
  var libcrypto: String?
  var libcurl: String?
  var libedit: String?
  var libqrencode: String?
  var libpng: String?

  /// The libraries that are linked. The others stay null, because they are not opened.
  static let linked = LibraryVersions()

  /// Opens the libraries that are loaded on demand, and returns all versions.
  static var all: LibraryVersions {
    LibraryVersions(
      libcrypto: CryptoLibrary.version, libcurl: CurlTransport.libraryVersion, libedit: EditLibrary.version,
      libqrencode: QRCode.libraryVersion, libpng: QRCode.pictureLibraryVersion)
  }
}
