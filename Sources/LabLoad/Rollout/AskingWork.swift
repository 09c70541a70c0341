/// The connections of one thread, which ask one replica on behalf of the fleet.
final class AskingWork: LoadWork {
  private let fleet: RolloutFleet
  private let target: ServiceTarget
  private var current: [Int?]

  init(fleet: RolloutFleet, target: ServiceTarget, connections: Int) {
    self.fleet = fleet
    self.target = target
    current = Array(repeating: nil, count: connections)
  }

  private var isEnded = false
  var isOver: Bool { isEnded }

  func dueMicroseconds(connection: Int) -> UInt64 {
    guard current[connection] == nil else { return 0 }
    switch fleet.next(at: ProcessorTime.monotonicMicroseconds()) {
    case .success(let installation):
      current[connection] = installation
      return 0
    case .failure(let later): return later.at
    case nil:
      isEnded = true
      return 0
    }
  }

  func next(connection: Int) -> [UInt8]? {
    guard let installation = current[connection] else { return nil }
    return target.post(.admissions, body: [UInt8](Self.body(installation).utf8))
  }

  static func name(_ installation: Int) -> String { "installation-\(installation)" }

  private static func body(_ installation: Int) -> String {
    "{\"installation_id\":\"\(name(installation))\",\"supported\":true}"
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    let now = ProcessorTime.monotonicMicroseconds()
    guard let installation = current[connection] else { return }
    current[connection] = nil
    fleet.answered(installation, Self.read(status, body), at: now)
  }

  func failed(connection: Int, reason: String) {
    guard let installation = current[connection] else { return }
    current[connection] = nil
    fleet.answered(installation, .fault(reason), at: ProcessorTime.monotonicMicroseconds())
  }

  private static func read(_ status: Int, _ body: ArraySlice<UInt8>) -> RolloutFleet.Answer {
    guard status == 200 else { return .fault("status_\(status)") }
    switch ServiceMessages.text(of: "decision", in: body) {
    case "attest": return .attest(challenge: ServiceMessages.text(of: "challenge", in: body) ?? "")
    case "wait": return .wait(seconds: number(of: "retry_after_seconds", in: body) ?? 1)
    case "registered": return .through
    case let word: return .fault(word ?? "no_decision")
    }
  }

  private static func number(of member: String, in body: ArraySlice<UInt8>) -> Double? {
    let text = String(decoding: body, as: UTF8.self)
    guard let range = text.firstRange(of: "\"\(member)\":") else { return nil }
    return Double(text[range.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "e" || $0 == "-" })
  }
}
