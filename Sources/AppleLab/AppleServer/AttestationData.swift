import Cryptography
import Foundation
import HTTP2TestServer

/// `POST /v1/attestationData`, as the table of "Assessing fraud risk" has it.
struct AttestationData {
  let authorities: LabAuthorities
  let host: AppleHost

  struct Outcome {
    var reply: HTTP2Reply
    var receipt: SubmittedReceipt?
    var claims: ProviderTokenCheck.Claims?
    var answeredCreatedAt: Date?
  }

  func answer(_ request: HTTP2Request, _ state: inout AppleState, at now: Date) -> Outcome {
    let bytes = Base64.decode(utf8: request.body)
    let receipt = bytes.flatMap { SubmittedReceipt($0) }
    var outcome = Outcome(reply: HTTP2Reply(status: 500), receipt: receipt)
    outcome.claims = state.tokens.claims(request.header("authorization"), at: now)
    let fault = state.fault(for: receipt)
    if let early = fault.flatMap({ Self.withoutReceipt($0, request) }) {
      outcome.reply = early
      return outcome
    }
    guard let receipt else { return outcome.with(400, "Bad Payload") }
    if state.checksTokens, outcome.claims?.team != receipt.team { return outcome.with(401, "") }
    guard receipt.content.environment == host.receiptEnvironment else {
      return outcome.with(400, "Incorrect Environment")
    }
    if let notBefore = receipt.notBefore, now < notBefore, fault == nil { return outcome.with(304, "") }
    state.ledger.meet(receipt)
    let metric = state.ledger.metric(token: receipt.content.token, at: now)
    guard metric > 0 || fault != nil else { return outcome.with(404, "") }
    return renewed(receipt, max(1, metric), fault, outcome, at: now)
  }

  private func renewed(
    _ receipt: SubmittedReceipt, _ metric: Int, _ fault: AppleFault?, _ outcome: Outcome, at now: Date
  ) -> Outcome {
    var outcome = outcome
    do {
      let made = try RenewedReceipt(authorities: authorities, fault: fault).make(receipt, metric: metric, at: now)
      let text = [UInt8](Base64.encode(made.bytes).utf8)
      outcome.answeredCreatedAt = made.createdAt
      outcome.reply = HTTP2Reply(status: 200, body: text)
      switch fault {
      case .delay(let seconds): outcome.reply.delay = seconds
      case .halfBody: outcome.reply.ending = .resetHalfway
      case .cutConnection: outcome.reply.ending = .cutHalfway
      default: break
      }
    } catch {
      outcome.reply = HTTP2Reply(status: 500, body: [UInt8]("\(error)".utf8))
    }
    return outcome
  }

  private static func withoutReceipt(_ fault: AppleFault, _ request: HTTP2Request) -> HTTP2Reply? {
    switch fault {
    case .status(let status, let body, let after):
      let headers = after.map { [(name: "retry-after", value: String($0))] } ?? []
      return HTTP2Reply(status: status, headers: headers, body: [UInt8](body.utf8))
    case .silence: return HTTP2Reply(status: 200, ending: .silence)
    case .oversize(let count): return HTTP2Reply(status: 200, body: [UInt8](repeating: 0x41, count: count))
    case .redirect(let target): return HTTP2Reply(status: 302, headers: [("location", target)])
    case .notBase64: return HTTP2Reply(status: 200, body: [UInt8]("<html>welcome</html>".utf8))
    case .emptyBody: return HTTP2Reply(status: 200)
    case .sameReceipt: return HTTP2Reply(status: 200, body: request.body)
    default: return nil
    }
  }
}

extension AttestationData.Outcome {
  func with(_ status: Int, _ body: String) -> Self {
    var copy = self
    copy.reply = HTTP2Reply(
      status: status, headers: [("x-b3-traceid", Hex.encode(SecureRandom.bytes(8)))], body: [UInt8](body.utf8))
    return copy
  }
}
