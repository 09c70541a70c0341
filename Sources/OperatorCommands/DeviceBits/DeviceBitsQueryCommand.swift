import AttestationService
import DeviceBits

/// `assay device-bits query`: asks Apple for the two bits of a device.
struct DeviceBitsQueryCommand: Command {
  static let name = "device-bits query"
  static let summary = "ask Apple for the two bits of a device, which all apps of the team share"
  static let syntax = CommandSyntax(DeviceBitsArguments.all + [DatabaseAccess.argument, .json])

  private let arguments: ParsedArguments
  private let device: DeviceBitsArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    device = try DeviceBitsArguments(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let bits = try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      return try await DeviceBitsDesk(pool: pool).query(device.question(.query, place))
    }
    CommandOutput(console, arguments).show(Self.properties(bits), Self.json(bits))
    return .success
  }

  private static func properties(_ bits: TwoBits?) -> [(name: String, value: String)] {
    guard let bits else { return [("State", "never set by this team")] }
    return [
      ("Bit 0", bits.bit0 ? "1" : "0"), ("Bit 1", bits.bit1 ? "1" : "0"),
      ("Last update", bits.lastUpdate ?? "not told"),
    ]
  }

  private static func json(_ bits: TwoBits?) -> JSONValue {
    guard let bits else { return .object([("state", "never_set")]) }
    return .object([
      ("state", "set"), ("bit0", .bool(bits.bit0)), ("bit1", .bool(bits.bit1)),
      ("last_update", JSONValue(bits.lastUpdate)),
    ])
  }
}
