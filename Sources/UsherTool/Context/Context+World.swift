// What lower rooms need of a run, put together from its options, variables and settings.

extension NetworkSettings {
  /// - Parameter deadline: nil is the usual one.
  init(_ context: Context, within deadline: Duration? = nil) {
    self.deadline = deadline ?? .seconds(15)
    caFile = context.options.caFile ?? context.environment["USHER_CACERT"] ?? context.configuration[.caFile]
    proxy = context.options.proxy ?? context.configuration[.proxy]
  }
}

extension PersonsBrowser {
  init(of context: Context) {
    self.init(
      context.environment, preferred: context.environment["USHER_BROWSER"] ?? context.configuration[.browser])
  }
}

extension ChildProgram {
  /// The first line that `command` prints within the time that a person may take.
  static func firstLine(of command: String, in context: Context) throws(Diagnosis) -> String {
    try firstLine(of: command, context.environment, within: context.waitLimit)
  }
}
