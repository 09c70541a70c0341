import Foundation
import Glibc
import WorkerTestSupport

/// Puts `assay-worker` through drills on a real database against the lab's Apple:
/// `throughput` measures receipts a second, `chaos` kills workers at random. Each prints one JSON object.
@main
struct Program {
  static func main() async {
    do {
      let options = try DrillOptions(Array(CommandLine.arguments.dropFirst()))
      let report: DrillReport
      switch options.drill {
      case .throughput: report = try await ThroughputDrill(options).run()
      case .chaos:
        report = try await ChaosDrill(receipts: options.receipts, kills: options.kills, workers: options.workers).run()
      }
      print(try report.json())
      exit(report.passed ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("worker-drill: \(error)\n".utf8))
      exit(2)
    }
  }
}
