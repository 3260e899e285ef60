package import Essentials

/// The texts of the pages about the waiting program.
package protocol PageWords: Sendable {
  /// The name of the program, which ends every title.
  var title: String { get }
  var waits: Text { get }
  var howToBeginAnew: Text { get }
  var finishes: Text { get }
  var finishesWithAnother: Text { get }
  var afterSuccess: Text { get }
  var afterFailure: Text { get }
  var whoseAddress: Text { get }
  var ifItWasYou: Text { get }
  var ifItWasNotYou: Text { get }
  var whatToOpen: Text { get }
  var whereToPaste: Text { get }
  var whereTheLinkIs: Text { get }
  var howToStartAgain: Text { get }
  var hasEnded: Text { get }
  var wasStopped: Text { get }
  var waitedLongEnough: Text { get }
}
