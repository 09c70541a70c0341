import Cryptography
import Foundation
import HTTP2TestServer
import Locking

/// Apple's two-bit service, simulated: the two bits of each device for each team, at both hosts.
///
/// Handed to `AppleServer` as an extension, it answers `/v1/query_two_bits`, `/v1/update_two_bits` and
/// `/v1/validate_device_token` as "Accessing and modifying per-device data" has them.
public final class DeviceCheckLab: Sendable {
  private struct Token {
    let device: String
    /// The request that used it. A retry has the same name.
    var transaction: String?
  }

  private struct Bits {
    var bit0 = false
    var bit1 = false
    var month: String
  }

  private struct State {
    var keys = ProviderTokenCheck()
    var tokens: [String: Token] = [:]
    var bits: [String: Bits] = [:]
    var faults: [DeviceBitsFault] = []
    var history: [DeviceCheckExchange] = []
  }

  private let state = Locked(State())

  /// A service that knows nobody.
  public init() {}

  /// What `AppleServer` asks.
  public var asExtension: AppleServer.Extension {
    { [self] host, request in answer(request, from: host) }
  }

  /// Lets the tokens of a team's key pass.
  public func trust(team: String, keyID: String, publicKey x963: [UInt8]) throws {
    let key = try P256PublicKey(x963: x963)
    state.withLock { $0.keys.keys["\(team)/\(keyID)"] = key }
  }

  /// A token that a device makes, good for one request and its retries.
  public func token(of device: String, at host: AppleHost = .production) -> [UInt8] {
    let token = SecureRandom.bytes(48)
    state.withLock { $0.tokens[Self.name(host, token)] = Token(device: device) }
    return token
  }

  /// The next requests meet these, one each.
  public func fail(with faults: DeviceBitsFault...) {
    state.withLock { $0.faults += faults }
  }

  /// Forgets what was to go wrong.
  public func clearFaults() {
    state.withLock { $0.faults = [] }
  }

  /// All requests so far.
  public var history: [DeviceCheckExchange] { state.withLock { $0.history } }

  private static func name(_ host: AppleHost, _ token: [UInt8]) -> String {
    "\(host.rawValue)/\(Base64.encode(token))"
  }
}

extension DeviceCheckLab {
  private struct Body: Decodable {
    let device_token: String
    let transaction_id: String
    let timestamp: Double
    let bit0: Bool?
    let bit1: Bool?
  }

  private struct Found: Encodable {
    let bit0: Bool
    let bit1: Bool
    let last_update_time: String
  }

  private func answer(_ request: HTTP2Request, from host: AppleHost) -> HTTP2Reply? {
    guard ["/v1/query_two_bits", "/v1/update_two_bits", "/v1/validate_device_token"].contains(request.path) else {
      return nil
    }
    let now = Date()
    return state.withLock { state in
      let fault = state.faults.isEmpty ? nil : state.faults.removeFirst()
      let claims = Self.claims(request, state.keys, at: now)
      let body = try? JSONDecoder().decode(Body.self, from: Data(request.body))
      var reply = Self.early(fault) ?? Self.perform(request, body, team: claims?.team, at: host, now, &state)
      if case .delay(let seconds) = fault { reply.delay = seconds }
      if fault == .silence { reply.ending = .silence }
      state.history.append(
        DeviceCheckExchange(
          host: host, path: request.path, team: claims?.team, transaction: body?.transaction_id, receivedAt: now,
          answeredAt: now + reply.delay, status: reply.status))
      return reply
    }
  }

  /// This service takes the token with `Bearer`, and only so.
  private static func claims(
    _ request: HTTP2Request, _ check: ProviderTokenCheck, at now: Date
  ) -> ProviderTokenCheck.Claims? {
    guard let value = request.header("authorization"), value.hasPrefix("Bearer ") else { return nil }
    return check.claims(String(value.dropFirst(7)), at: now)
  }

  private static func early(_ fault: DeviceBitsFault?) -> HTTP2Reply? {
    guard case .status(let status, let body, let after)? = fault else { return nil }
    return text(status, body, after.map { [(name: "retry-after", value: String($0))] } ?? [])
  }

  private static func perform(
    _ request: HTTP2Request, _ body: Body?, team: String?, at host: AppleHost, _ now: Date, _ state: inout State
  ) -> HTTP2Reply {
    guard request.method == "POST" else { return text(405, "Method Not Allowed") }
    guard let team else { return text(401, "Unable to verify authorization token") }
    guard let body, !body.transaction_id.isEmpty else { return text(400, "Bad Payload") }
    guard abs(body.timestamp / 1_000 - now.timeIntervalSince1970) < 300 else {
      return text(400, "Missing or incorrectly formatted time stamp")
    }
    guard let token = Base64.decode(body.device_token), let device = use(token, body.transaction_id, host, &state)
    else {
      return text(400, "Missing or incorrectly formatted device token payload")
    }
    let name = "\(host.rawValue)/\(team)/\(device)"
    switch request.path {
    case "/v1/query_two_bits": return found(state.bits[name])
    case "/v1/update_two_bits": return update(name, body, now, &state)
    default: return HTTP2Reply(status: 200)
    }
  }

  private static func use(
    _ token: [UInt8], _ transaction: String, _ host: AppleHost, _ state: inout State
  ) -> String? {
    guard let known = state.tokens[name(host, token)], known.transaction ?? transaction == transaction else {
      return nil
    }
    state.tokens[name(host, token)]?.transaction = transaction
    return known.device
  }

  private static func found(_ bits: Bits?) -> HTTP2Reply {
    // Never set: 200, and a sentence in place of JSON.
    guard let bits else { return text(200, "Failed to find bit state") }
    let found = Found(bit0: bits.bit0, bit1: bits.bit1, last_update_time: bits.month)
    return HTTP2Reply(status: 200, body: (try? JSONEncoder().encode(found)).map { [UInt8]($0) } ?? [])
  }

  private static func update(_ name: String, _ body: Body, _ now: Date, _ state: inout State) -> HTTP2Reply {
    guard body.bit0 != nil || body.bit1 != nil else { return text(400, "Missing or incorrectly formatted bits") }
    let month = String(now.formatted(.iso8601).prefix(7))
    var bits = state.bits[name] ?? Bits(month: month)
    bits.bit0 = body.bit0 ?? bits.bit0
    bits.bit1 = body.bit1 ?? bits.bit1
    bits.month = month
    state.bits[name] = bits
    return HTTP2Reply(status: 200)
  }

  private static func text(_ status: Int, _ body: String, _ headers: [(name: String, value: String)] = []) -> HTTP2Reply
  {
    HTTP2Reply(status: status, headers: headers, body: [UInt8](body.utf8))
  }
}
