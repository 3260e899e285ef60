import Dispatch
import LibC
import Synchronization
import Testing

@testable import TerminalIO

@Test func everyByteArrivesThroughADescriptorThatDoesNotBlock() throws {
  let pipe = makePipe()
  _ = fcntl(pipe.writing, F_SETFL, O_NONBLOCK)
  let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  let received = Mutex<[UInt8]>([])
  let reader = DispatchWorkItem {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(pipe.reading, &chunk, chunk.count), count > 0 {
      received.withLock { $0 += chunk.prefix(count) }
    }
  }
  DispatchQueue.global().async(execute: reader)
  let output = FileOutput(descriptor: pipe.writing)
  try output.write(sent)
  try output.close()
  reader.wait()
  #expect(received.withLock { $0 } == sent)
}

@Test func aFullDiskIsReported() {
  let full = FileOutput(descriptor: open("/dev/full", O_WRONLY | O_CLOEXEC))
  #expect(throws: OutputError.full) { try full.write("lost") }
}

@Test func aReaderThatWentAwayIsACaseOfItsOwn() {
  signal(SIGPIPE, SIG_IGN)
  let pipe = makePipe()
  close(pipe.reading)
  #expect(throws: OutputError.brokenPipe) { try FileOutput(descriptor: pipe.writing).write("lost") }
}

@Test func aClosedDescriptorIsReported() {
  let closed = FileOutput(descriptor: -1)
  #expect(throws: OutputError.closed) { try closed.write("lost") }
  #expect(throws: OutputError.closed) { try closed.close() }
  let readOnly = FileOutput(descriptor: open("/dev/null", O_RDONLY | O_CLOEXEC))
  #expect(throws: OutputError.closed) { try readOnly.write("lost") }
}

@Test func nothingToWriteIsNoError() throws {
  try FileOutput(descriptor: -1).write("")
}
