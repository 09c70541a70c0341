import Cryptography
import Foundation
import HTTP2TestServer

/// What the lab's Apple is told and asked over its control port. Bodies are JSON objects.
///
/// | call | what it does |
/// |---|---|
/// | `POST /faults` | adds a rule: `fault`, and `number`, `text`, `team`, `token`, `every`, `times` where they apply |
/// | `DELETE /faults` | forgets all rules |
/// | `POST /keys`, `DELETE /keys` | trusts, or no longer trusts, a team's key: `team`, `key_id`, `public_key` (X9.63, base64) |
/// | `POST /attestations` | says which device a receipt is of: `receipt` (base64), `device`, `at` in seconds |
/// | `POST /clock` | moves Apple's clock: `advance_seconds` |
/// | `GET /history`, `DELETE /history` | every question with its answer |
/// | `GET /rate` | questions in all, in the busiest second, and in each second that had any |
struct AppleControl {
  struct Mistake: Error {
    let text: String
  }

  let apple: AppleServer

  func answer(_ request: HTTP2Request) -> HTTP2Reply {
    do {
      return try route(request)
    } catch let mistake as Mistake {
      return Self.reply(400, ["error": mistake.text])
    } catch {
      return Self.reply(400, ["error": "\(error)"])
    }
  }

  private func route(_ request: HTTP2Request) throws -> HTTP2Reply {
    switch "\(request.method) \(request.path)" {
    case "POST /faults": apple.add(try rule(Fields(request.body)))
    case "DELETE /faults": apple.clearFaults()
    case "POST /keys": try trust(Fields(request.body))
    case "DELETE /keys":
      let fields = try Fields(request.body)
      apple.distrust(team: try fields.text("team"), keyID: try fields.text("key_id"))
    case "POST /attestations": try attested(Fields(request.body))
    case "POST /clock": apple.advance(by: try Fields(request.body).number("advance_seconds"))
    case "DELETE /history": apple.clearHistory()
    case "GET /history": return Self.reply(200, ["history": apple.history.map(\.members)])
    case "GET /rate": return Self.reply(200, rate)
    default: return Self.reply(404, ["error": "there is no such call"])
    }
    return HTTP2Reply(status: 204)
  }

  private func rule(_ fields: Fields) throws -> FaultRule {
    let name = try fields.text("fault")
    let number = fields.optionalNumber("number")
    guard let fault = AppleFault(name: name, number: number, text: fields.optionalText("text")) else {
      throw Mistake(text: "there is no fault \(name)")
    }
    return FaultRule(
      fault, team: fields.optionalText("team"), token: fields.optionalText("token"),
      every: Int(fields.optionalNumber("every") ?? 1), times: fields.optionalNumber("times").map { Int($0) })
  }

  private func trust(_ fields: Fields) throws {
    try apple.trust(
      team: try fields.text("team"), keyID: try fields.text("key_id"), publicKey: try fields.bytes("public_key"))
  }

  private func attested(_ fields: Fields) throws {
    guard let receipt = SubmittedReceipt(try fields.bytes("receipt")) else { throw Mistake(text: "it is no receipt") }
    let at = fields.optionalNumber("at").map { Date(timeIntervalSince1970: $0) } ?? receipt.createdAt
    apple.attested(token: receipt.content.token, device: try fields.text("device"), at: at)
  }

  private var rate: [String: Any] {
    let seconds = apple.requestsBySecond
    return [
      "requests": apple.requestCount, "peak_per_second": apple.peakPerSecond,
      "seconds": Dictionary(uniqueKeysWithValues: seconds.map { (String($0), $1) }),
    ]
  }

  private static func reply(_ status: Int, _ object: [String: Any]) -> HTTP2Reply {
    let body = (try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])) ?? Data()
    return HTTP2Reply(status: status, headers: [("content-type", "application/json")], body: [UInt8](body))
  }
}

/// The members of a control call's body.
private struct Fields {
  private let members: [String: Any]

  init(_ body: [UInt8]) throws {
    guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
      throw AppleControl.Mistake(text: "the body is no JSON object")
    }
    members = object
  }

  func optionalText(_ name: String) -> String? { members[name] as? String }
  func optionalNumber(_ name: String) -> Double? { (members[name] as? NSNumber)?.doubleValue }

  func text(_ name: String) throws -> String {
    guard let text = optionalText(name) else { throw AppleControl.Mistake(text: "\(name) is missing") }
    return text
  }

  func number(_ name: String) throws -> Double {
    guard let number = optionalNumber(name) else { throw AppleControl.Mistake(text: "\(name) is missing") }
    return number
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = Base64.decode(try text(name)) else { throw AppleControl.Mistake(text: "\(name) is no base64") }
    return bytes
  }
}

extension AppleExchange {
  fileprivate var members: [String: Any] {
    var members: [String: Any] = [
      "at": at.timeIntervalSince1970, "host": host.rawValue, "connection": connection, "status": status,
    ]
    members["team"] = team
    members["token"] = token
    members["key_id"] = keyID
    members["receipt_created_at"] = createdAt?.timeIntervalSince1970
    members["answered_created_at"] = answeredCreatedAt?.timeIntervalSince1970
    members["content_type"] = contentType
    return members
  }
}
