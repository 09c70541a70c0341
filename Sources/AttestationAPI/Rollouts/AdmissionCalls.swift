import AttestationService
import Foundation
import HTTPServer

/// The call by which the server decides when an installation attests.
struct AdmissionCalls: Sendable {
  let apps: AppDirectory
  let admissions: AdmissionDesk

  var entries: [APIHandler.Entry] { [.init(operation: .admit, endpoint: .direct(ask))] }

  @Sendable private func ask(_ caller: Caller, _ completion: @escaping Endpoint.Completion) {
    apps.find(tenant: caller.tenant, caller.parameters[0]) { found in
      do throws(Refusal) {
        admissions.ask(try question(caller, try found.get())) { result in
          completion(result.map(Self.response))
        }
      } catch {
        completion(.failure(error))
      }
    }
  }

  private func question(_ caller: Caller, _ app: AppRecord) throws(Refusal) -> AdmissionQuestion {
    let body = try caller.object()
    return AdmissionQuestion(
      tenant: caller.tenant, app: app, installation: try body.text("installation_id", bytes: 1...128),
      account: try body.optionalText("account_id", bytes: 1...128), isSupported: try body.flag("supported"),
      lastError: try body.optionalText("last_error", bytes: 1...64), deadline: caller.deadline)
  }

  private static func response(_ decision: AdmissionDecision) -> HTTPResponse {
    switch decision {
    case .registered: word("registered", [])
    case .off: word("off", [])
    case .wait(let seconds): .json(200, wait(seconds))
    case .attest(let challenge, let expiresAt, let slot): attest(challenge, expiresAt, slot)
    }
  }

  private static func attest(_ challenge: [UInt8], _ expiresAt: Date, _ slot: AdmissionSlot) -> HTTPResponse {
    var response = word(
      "attest",
      [
        JSONMember("challenge", .base64(challenge)), JSONMember("expires_at", .instant(expiresAt)),
        JSONMember("expires_in", .integer(max(0, Int64(expiresAt.timeIntervalSinceNow)))),
      ])
    response.lastLook = { slot.isMet() ? nil : JSONWriter.write(wait(Double.random(in: 0.05...0.25))) }
    return response
  }

  private static func wait(_ seconds: Double) -> JSONValue {
    decision("wait", [JSONMember("retry_after_seconds", .number((max(0.05, seconds) * 1000).rounded() / 1000))])
  }

  private static func word(_ word: String, _ rest: [JSONMember]) -> HTTPResponse { .json(200, decision(word, rest)) }

  private static func decision(_ word: String, _ rest: [JSONMember]) -> JSONValue {
    .object([JSONMember("decision", .text(word))] + rest)
  }
}
