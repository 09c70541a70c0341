import Foundation

/// The processor time of processes, read from /proc.
enum ProcessorTime {
  /// Seconds of user and system time so far; zero when the process is gone.
  static func seconds(of process: Int32) -> Double {
    guard let fields = fields(of: process) else { return 0 }
    return Double(fields[11] + fields[12]) / 100
  }

  /// Seconds of a process, its running children and those that have ended.
  static func seconds(ofFamily parent: Int32) -> Double {
    let ended = fields(of: parent).map { Double($0[13] + $0[14]) / 100 } ?? 0
    return everybody.filter { fields(of: $0)?[1] == Int(parent) }.reduce(seconds(of: parent) + ended) {
      $0 + seconds(of: $1)
    }
  }

  /// The process that started another; nil when that one is gone.
  static func parent(of process: Int32) -> Int32? {
    fields(of: process).map { Int32($0[1]) }
  }

  private static var everybody: [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }

  /// The fields behind the name, the state counted as zero (proc(5)): 1 is the parent, 11 to 14 are the times.
  private static func fields(of process: Int32) -> [Int]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ").map { Int($0) ?? 0 }
    return fields.count > 14 ? fields : nil
  }
}
