import Foundation
import Telemetry
import Testing

@Suite("logs")
struct LoggerTests {
  private let memory = MemoryDestination()

  private func logger(_ format: LogFormat, level: LogLevel = .trace) -> Logger {
    Logger(
      label: "test", level: level, format: format, destination: memory,
      clock: { Date(timeIntervalSince1970: 1_776_800_000.5) })
  }

  @Test("a JSON line is one object with its metadata")
  func json() throws {
    logger(.json).with([.tenant: "tnt_1"]).warning("it broke", [.count: 3, .reason: "a \"b\"\n\u{1}é", .status: 1.5])
    let line = try #require(memory.lines.first)
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(object?["time"] as? String == "2026-04-21T19:33:20.500Z")
    #expect(object?["level"] as? String == "warning" && object?["message"] as? String == "it broke")
    #expect(object?["tenant"] as? String == "tnt_1" && object?["count"] as? Int == 3)
    #expect(object?["reason"] as? String == "a \"b\"\n\u{1}é")
  }

  @Test("a value cannot make a second line", arguments: LogFormat.allCases)
  func noInjection(format: LogFormat) {
    logger(format).info("request", [.reason: "x\r\n2026 CRITICAL fake", .route: "a\u{1B}[31m\u{7F}"])
    let line = memory.lines.joined()
    #expect(!line.contains("\n") && !line.contains("\r") && !line.contains("\u{1B}") && !line.contains("\u{7F}"))
  }

  @Test("a line below the level costs nothing and writes nothing")
  func level() {
    logger(.text, level: .warning).info("not this", { fatalErrorIfBuilt() }())
    logger(.text, level: .warning).error("but this")
    #expect(memory.lines == ["2026-04-21T19:33:20.500Z ERROR [test] but this"])
  }

  private func fatalErrorIfBuilt() -> Metadata {
    Issue.record("the metadata was built")
    return [:]
  }

  @Test("a request is one record")
  func request() {
    var event = RequestEvent(
      correlationID: CorrelationID(), method: "POST", route: "/v1/apps/{app_id}/assertions")
    event.status = 403
    event.code = "counter_not_greater"
    event.duration = .microseconds(1500)
    logger(.text).request(event)
    #expect(memory.lines.count == 1)
    #expect(memory.lines[0].contains("code=counter_not_greater") && memory.lines[0].contains("duration_ms=1.5"))
  }

  @Test("a correlation id goes to text and back, and from nothing else")
  func correlation() {
    let id = CorrelationID()
    #expect(CorrelationID(text: id.description) == id)
    #expect(id.description.count == 32 && id.bytes.count == 16)
    #expect(CorrelationID(text: "f" + String(repeating: "0", count: 31))?.description.first == "f")
    for text in [
      "", String(repeating: "g", count: 32), "+" + String(repeating: "1", count: 31),
      "é" + String(repeating: "1", count: 30),
    ] {
      #expect(CorrelationID(text: text) == nil)
    }
  }
}
