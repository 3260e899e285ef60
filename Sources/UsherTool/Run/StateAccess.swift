import CommandKit
import Essentials
import Flows
import PrivateFiles

/// This run's part of the state. Nothing is opened before it is read.
final class StateAccess {
  /// Whether anything may be written to the disk.
  let isKept: Bool
  private let environment: Environment
  private let machineTime: MachineTime
  private let interruption: @Sendable () -> Int32?
  private let pause: @Sendable (Duration) -> Void
  private let reading = StateReading()

  init(_ world: World, isKept: Bool, _ machineTime: MachineTime) {
    self.isKept = isKept
    environment = world.environment
    self.machineTime = machineTime
    interruption = world.interruption
    pause = world.pause
  }

  /// Where this run's state is.
  func file() throws -> StateFile {
    let folder = try StateLocation(environment: environment.variables).folder
    return StateFile(
      folder: folder,
      wait: LockWait(
        limit: machineTime.left, isWanted: { [interruption] in interruption() == nil },
        pause: { [machineTime, pause] duration in
          machineTime.spend(duration)
          pause(duration)
        }), reading: reading)
  }

  func store() throws -> StateStore {
    StateStore(file: try file(), isKept: isKept)
  }

  /// The state as it is now.
  func read() throws -> SavedState { try store().read() }

  /// Closes what was read, which is read again where it is asked for.
  func close() { reading.close() }

  /// Changes the state, for a command that does nothing else; `--no-store` would leave it nothing to do.
  func update<Result>(_ change: (inout SavedState) throws -> Result) throws -> Result {
    guard let result = try store().update(change) else {
      throw UsageError.misuse("--no-store does not go with a command that only changes what is stored")
    }
    return result
  }
}
