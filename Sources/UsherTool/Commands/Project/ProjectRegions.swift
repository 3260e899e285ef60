import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

struct RegionAllow: ToolCommand, ChangesProject {
  static let name = "project region allow"
  static let abstract: Text = "Send SMS to more regions."
  static let discussion = """
    A region is two letters of ISO 3166, such as VN; all stands for every region. A new project at Google sends \
    no SMS until you allow a region. \(RegionList.callingCodes)
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.regions, "region", help: "A region, like VN; or all.", required: true),
      .flag(\.only, "only", help: "Send SMS to these regions and no others."),
    ] + Argument.set(\.change)
  static let examples = [
    Example("usher project region allow VN ES", "Send SMS to Vietnam and Spain, too."),
    Example("usher project region allow --only CN", "Send SMS to China only."),
  ]

  var regions: [String] = []
  var only = false
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<RegionList.Result> {
    try context.project(change).setRegions(isOfAll: RegionList.isAll(regions)) { rule in
      guard !RegionList.isAll(regions) else { return .everywhere }
      return only ? try SMSRegionRule.only(regions) : try rule.allowing(regions)
    }
  }
}

struct RegionDeny: ToolCommand, ChangesProject {
  static let name = "project region deny"
  static let abstract: Text = "Send no SMS to regions."
  static let discussion = """
    A region is two letters of ISO 3166, such as VN; all stands for every region. \(RegionList.callingCodes)
    """
  static let arguments: [Argument<Self>] =
    [.positional(\.regions, "region", help: "A region, like VN; or all.", required: true)]
    + Argument.set(\.change)
  static let examples = [Example("usher project region deny VN", "Send no SMS to Vietnam.")]

  var regions: [String] = []
  var change = ChangeOptions()

  func report(in context: Context) throws -> Report<RegionList.Result> {
    try context.project(change).setRegions(isOfAll: RegionList.isAll(regions)) { rule in
      RegionList.isAll(regions) ? .nowhere : try rule.denying(regions)
    }
  }
}

struct RegionList: ToolCommand, ReadsProject {
  static let name = "project region list"
  static let abstract: Text = "Show which regions SMS go to."
  static let arguments: [Argument<Self>] = Argument.set(\.administrator)
  static let examples = [Example("usher project region list", "Show the rule of the project.")]

  static let callingCodes = """
    Regions that share a calling code, such as +1, are allowed together at a local server.
    """

  var administrator = AdministratorOptions()

  struct Result: CommandResult {
    /// Whether SMS go to every region except those below.
    var allowedByDefault: Bool
    /// The regions that are allowed, or the exceptions.
    var regions: [String]
  }

  func report(in context: Context) throws -> Report<Result> {
    let project = try context.project(administrator)
    let rule = try SMSRegionRule(project.administrator().projectConfig()[AdministeredProject.regions])
    return Report(.ok, Result(rule), lines: [rule.sentence])
  }

  /// Returns whether the only word is `all`.
  fileprivate static func isAll(_ regions: [String]) -> Bool {
    regions.count == 1 && regions[0].asciiLowercased() == "all"
  }
}

extension RegionList.Result {
  fileprivate init(_ rule: SMSRegionRule) {
    switch rule {
    case .unset: self.init(allowedByDefault: true, regions: [])
    case .allowByDefault(let except): self.init(allowedByDefault: true, regions: except)
    case .allowlistOnly(let regions): self.init(allowedByDefault: false, regions: regions)
    }
  }
}

extension SMSRegionRule {
  fileprivate var sentence: Text {
    switch self {
    case .unset: "No rule is set for SMS regions: Google's older projects send to all of them then."
    case .allowByDefault(let except):
      except.isEmpty
        ? "SMS go to every region." : "SMS go to every region except \(except.joined(separator: ", "))."
    case .allowlistOnly(let regions):
      regions.isEmpty ? "SMS go to no region." : "SMS go to \(regions.joined(separator: ", ")) only."
    }
  }

  /// The rule for people, in a few words.
  fileprivate var words: Text {
    switch self {
    case .unset: "no rule"
    case .allowByDefault(let except):
      except.isEmpty ? Text("all") : "all except \(except.joined(separator: ", "))"
    case .allowlistOnly(let regions):
      regions.isEmpty ? Text("none") : Text(verbatim: regions.joined(separator: ", "))
    }
  }
}

extension AdministeredProject {
  static let regions = "smsRegionConfig"

  fileprivate func setRegions(
    isOfAll: Bool, _ change: (SMSRegionRule) throws -> SMSRegionRule
  ) throws -> Report<RegionList.Result> {
    let before = try SMSRegionRule(administrator().projectConfig()[Self.regions])
    let after = try change(before)
    let line = SettingChange("SMS regions", from: before.words, to: after.words).line
    let report = Report.done(RegionList.Result(after), line)
    // Whoever allows some regions must not open all of them.
    if before == .unset, after == .everywhere, !isOfAll {
      return Report(
        .ok, RegionList.Result(before), lines: [before.sentence],
        notes: ["Nothing changed. To send SMS to these regions and no others, add --only."])
    }
    if before == after, !isDryRun { return report }
    try update(Self.regions, [line]) { value in
      (try? change(SMSRegionRule(value)).value) ?? after.value
    }
    return report
  }
}

extension SMSRegionRule.Flaw: Diagnosable {
  var diagnosis: Diagnosis {
    switch self {
    case .invalidRegion(let text):
      Diagnosis(
        .badRegion, "\(SafeText.brief(text)) is not a region",
        hint: "write the two letters of ISO 3166, such as VN or US")
    default:
      Diagnosis(
        "auth/internal-error", .unavailable, "the project's smsRegionConfig cannot be read",
        hint: Hint("look at it", ["usher", "project", "get", AdministeredProject.regions]))
    }
  }
}
