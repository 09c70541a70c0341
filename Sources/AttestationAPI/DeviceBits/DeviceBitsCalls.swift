import AttestationService
import DeviceBits
import HTTPServer

/// The calls about the two bits that Apple keeps for each device and team.
struct DeviceBitsCalls: Sendable {
  let apps: AppDirectory
  let bits: DeviceBitsDesk

  var entries: [APIHandler.Entry] {
    [
      .init(operation: .queryDeviceBits, endpoint: .task(query)),
      .init(operation: .updateDeviceBits, endpoint: .task(update)),
    ]
  }

  private func query(_ caller: Caller) async throws -> HTTPResponse {
    .json(200, Self.json(try await bits.query(try await question(caller, try caller.object()) { _ in .query })))
  }

  private func update(_ caller: Caller) async throws -> HTTPResponse {
    let question = try await question(caller, try caller.object()) { body throws(Refusal) in
      let (bit0, bit1) = (try body.optionalFlag("bit0"), try body.optionalFlag("bit1"))
      guard bit0 != nil || bit1 != nil else { throw .missingField("/bit0") }
      return .update(bit0: bit0, bit1: bit1)
    }
    try await bits.update(question)
    return HTTPResponse(status: 204)
  }

  private func question(
    _ caller: Caller, _ body: RequestObject, _ call: (RequestObject) throws(Refusal) -> DeviceBitsCall
  ) async throws -> DeviceBitsQuestion {
    let token = try body.bytes("device_token", atMost: Limits.deviceToken)
    guard !token.isEmpty else { throw Refusal.invalidField("/device_token", "The field must not be empty.") }
    let environment: DeviceEnvironment = body.value("environment") == nil ? .production : try body.word("environment")
    let made = try call(body)
    let app = try await apps.get(tenant: caller.tenant, caller.parameters[0])
    return DeviceBitsQuestion(
      tenant: caller.tenant, app: app, environment: environment, call: made, deviceToken: token,
      correlationID: caller.correlationID, deadline: caller.deadline)
  }

  private static func json(_ bits: TwoBits?) -> JSONValue {
    guard let bits else { return .object([JSONMember("state", .text("never_set"))]) }
    var members = [
      JSONMember("state", .text("set")), JSONMember("bit0", .bool(bits.bit0)), JSONMember("bit1", .bool(bits.bit1)),
    ]
    members.add("last_update", bits.lastUpdate.map(JSONValue.text))
    return .object(members)
  }
}
