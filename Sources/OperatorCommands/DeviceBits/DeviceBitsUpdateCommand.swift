import AttestationService
import DeviceBits

/// `assay device-bits update`: sets bits of a device.
struct DeviceBitsUpdateCommand: Command {
  static let name = "device-bits update"
  static let summary = "set one or both bits of a device, for all apps of the team"
  static let syntax = CommandSyntax(
    DeviceBitsArguments.all + [
      .option("--bit0", "0|1", "the first bit; left as it is unless given"),
      .option("--bit1", "0|1", "the second bit; left as it is unless given"), DatabaseAccess.argument, .yes, .json,
    ])

  private let arguments: ParsedArguments
  private let device: DeviceBitsArguments
  private let bit0: Bool?
  private let bit1: Bool?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    device = try DeviceBitsArguments(arguments)
    bit0 = try arguments.integer("--bit0", in: 0...1).map { $0 == 1 }
    bit1 = try arguments.integer("--bit1", in: 0...1).map { $0 == 1 }
    guard bit0 != nil || bit1 != nil else {
      throw UsageError("there is nothing to set", mend: "Say --bit0, --bit1 or both.")
    }
  }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let place = try await AppPlace.find(arguments, pool)
      let team = place.app.identifier.prefix
      guard console.confirms("This sets bits of a device with Apple, for every app of the team \(team).", arguments)
      else { return .refused }
      try await DeviceBitsDesk(pool: pool).update(device.question(.update(bit0: bit0, bit1: bit1), place))
      CommandOutput(console, arguments).show(
        [("Team", team), ("State", "updated")], .object([("team", .string(team)), ("state", "updated")]))
      return .success
    }
  }
}
