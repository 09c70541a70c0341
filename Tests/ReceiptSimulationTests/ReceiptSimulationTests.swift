import Foundation
import ReceiptRefresh
import Testing

@testable import ReceiptSimulation

@Suite struct ReceiptSimulationTests {
  static let report: SimulationReport = {
    var simulation = ReceiptSimulation(SimulationSettings(keys: 1_000, days: 60, ratePerSecond: 1))
    return simulation.run()
  }()

  @Test("every receipt that Apple would still serve is refreshed inside its window")
  func nothingMissed() {
    #expect(Self.report.missed == 0)
    #expect(Self.report.refreshedInWindow > 3_000)
  }

  @Test("no key is asked before its not-before, and no second is above the rate")
  func withinLimits() {
    #expect(Self.report.beforeNotBefore == 0)
    #expect(Double(Self.report.peakPerSecond) <= Self.report.rateLimitPerSecond)
  }

  @Test("the bad days happened: outages, throttling, lost connections, silence")
  func badDays() {
    for label in ["fresh", "server_error", "unreachable", "not_found"] {
      #expect(Self.report.answers[label, default: 0] > 0, "\(label)")
    }
  }

  @Test("the same seed gives the same days")
  func repeatable() {
    var again = ReceiptSimulation(SimulationSettings(keys: 1_000, days: 60, ratePerSecond: 1))
    #expect(again.run() == Self.report)
  }

  @Test("a rate that cannot carry the fleet shows as missed windows: the judge can fail")
  func starved() {
    var simulation = ReceiptSimulation(SimulationSettings(keys: 1_000, days: 20, ratePerSecond: 0.001))
    #expect(simulation.run().missed > 100)
  }

  @Test("the picture is an SVG with a bar for each day")
  func picture() {
    let svg = SimulationPicture(Self.report).svg
    #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n"))
    #expect(svg.components(separatedBy: "<title>").count == 61)
  }
}
