import AppAttest
import Foundation
import Testing

@Suite("Instants as text (RFC 3339)")
struct RFC3339Tests {
  @Test(
    "an instant is read with its offset and any count of digits",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("1970-01-01t00:00:00z", 0), ("1970-01-01T00:00:00.5Z", 0.5),
      ("1970-01-01T00:00:00.250000000Z", 0.25), ("1970-01-01T01:00:00+01:00", 0), ("1969-12-31T23:30:00-00:30", 0),
      ("2000-02-29T00:00:00Z", 951_782_400), ("2026-04-21T18:13:13Z", 1_776_795_193),
      ("0000-01-01T00:00:00Z", -62_167_219_200),
      ("9999-12-31T23:59:59Z", 253_402_300_799),
    ])
  func read(text: String, seconds: Double) {
    #expect(RFC3339.parse(text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "anything else is no instant",
    arguments: [
      "", "2026", "2026-04-21", "2026-04-21T18:13:13", "2026-04-21 18:13:13Z", "2026-4-21T18:13:13Z",
      "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z", "2026-04-21T24:00:00Z", "2026-04-21T18:60:00Z",
      "2026-04-21T18:13:60Z", "2026-04-21T18:13:13.Z", "2026-04-21T18:13:13,5Z", "2026-04-21T18:13:13+0100",
      "2026-04-21T18:13:13+24:00", "2026-04-21T18:13:13+01:60", "2026-04-21T18:13:13Z ", " 2026-04-21T18:13:13Z",
      "２026-04-21T18:13:13Z", "+026-04-21T18:13:13Z",
      "2026-04-21T18:13:13.\(String(repeating: "1", count: 43))Zand more",
      "2026-04-21T18:13:13.\(String(repeating: "1", count: 100))Z",
    ])
  func refused(text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test("what is written is read back to the millisecond, and no instant traps")
  func roundTrip() {
    for seconds in stride(from: -62_167_219_200.0, through: 253_402_300_799, by: 86_400 * 97.37) {
      let instant = Date(timeIntervalSince1970: (seconds * 1000).rounded() / 1000)
      let back = RFC3339.parse(RFC3339.format(instant))
      #expect(back.map { abs($0.timeIntervalSince(instant)) < 0.001 } == true, "\(seconds)")
    }
    for extreme in [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude, -1e15, 1e15] {
      #expect(RFC3339.parse(RFC3339.format(Date(timeIntervalSince1970: extreme))) != nil)
    }
  }
}
