/// The texts of the pages about the waiting program.
package protocol PageWords: Sendable {
  /// The ending of every title.
  var title: String { get }
  var waits: String { get }
  var howToBeginAnew: String { get }
  var finishes: String { get }
  var finishesWithAnother: String { get }
  var afterSuccess: String { get }
  var afterFailure: String { get }
  var whoseAddress: String { get }
  var ifItWasYou: String { get }
  var ifItWasNotYou: String { get }
  var whatToOpen: String { get }
  var whereToPaste: String { get }
  var whereTheLinkIs: String { get }
  var howToStartAgain: String { get }
  var hasEnded: String { get }
  var wasStopped: String { get }
  var waitedLongEnough: String { get }
}
