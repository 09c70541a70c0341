import Foundation
import WorkerTestSupport

/// What the processes of a drill have used of the processors: the worker, the database, and the lab's Apple, which is
/// the drill itself.
struct Expense {
  var worker: Double
  var database: Double
  var lab: Double

  init(worker: Int32, server: Int32) {
    self.worker = ProcessorTime.seconds(of: worker)
    database = ProcessorTime.seconds(ofFamily: server)
    lab = ProcessorTime.seconds(of: ProcessInfo.processInfo.processIdentifier)
  }

  /// The process of the database server that a stage uses.
  static func server(of stage: WorkerStage) async throws -> Int32 {
    ProcessorTime.parent(of: Int32(try await stage.number("select pg_backend_pid()"))) ?? 0
  }

  /// Microseconds for each of a number of receipts, by figure, since an earlier reading.
  func perReceipt(since earlier: Expense, _ count: Double) -> [String: Double] {
    let costs = [
      "worker": worker - earlier.worker, "database": database - earlier.database, "lab": lab - earlier.lab,
    ].mapValues { ($0 / count * 1_000_000).rounded() }
    var figures = Dictionary(
      uniqueKeysWithValues: costs.map { ("\($0)_processor_microseconds_per_receipt", $1) })
    figures["processor_microseconds_per_receipt"] = costs.values.reduce(0, +)
    return figures
  }
}
