import Foundation
import Locking

/// Where lines go. Each call gets one whole line.
public protocol LogDestination: Sendable {
  /// Writes a line that ends with its line break.
  func write(_ line: [UInt8])
}

/// A file descriptor, standard error unless told otherwise. A line is one `write`, so that lines of several programs
/// on one pipe do not mix; a line that cannot be written is lost, since a log must not stop the service.
public struct DescriptorDestination: LogDestination {
  private let descriptor: Int32

  /// Lines for this descriptor, which stays open for the life of the program.
  public init(descriptor: Int32 = STDERR_FILENO) {
    self.descriptor = descriptor
  }

  /// Writes a line.
  public func write(_ line: [UInt8]) {
    line.withUnsafeBytes { _ = Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// Lines kept in memory, for tests.
public final class MemoryDestination: LogDestination {
  private let kept = Locked<[String]>([])

  /// Nothing yet.
  public init() {}

  /// The lines so far, without their line breaks.
  public var lines: [String] { kept.withLock { $0 } }

  /// Keeps a line.
  public func write(_ line: [UInt8]) {
    kept.withLock { $0.append(String(decoding: line.dropLast(), as: UTF8.self)) }
  }
}
