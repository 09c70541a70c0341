import Foundation

/// The processor time of a process, read from /proc.
enum ProcessorTime {
  /// Seconds of user and system time so far; zero when the process is gone.
  static func seconds(of process: Int32) -> Double {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let tail = text.split(separator: ")").last
    else { return 0 }
    let fields = tail.split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return 0 }
    return (user + system) / 100
  }
}
