/// Says whether what is being waited for is still wanted.
protocol Interruption: AnyObject, Sendable {
  var isInterrupted: Bool { get }
}
