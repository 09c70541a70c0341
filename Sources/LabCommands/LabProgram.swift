import Foundation

/// The program `assay-lab`: picks the sub-command and turns errors into an exit status.
public enum LabProgram {
  /// Runs a command line without the program's name. Returns the exit status: 0 done, 1 failed, 2 usage.
  public static func run(_ words: [String]) async -> Int32 {
    do {
      return try await dispatch(words)
    } catch let error as UsageError {
      complain("assay-lab: \(error.description)\n\n\(usage)")
      return 2
    } catch {
      complain("assay-lab: \(error)\n")
      return 1
    }
  }

  private static func dispatch(_ words: [String]) async throws -> Int32 {
    if words.contains("--help") || words.contains("-h") {
      print(help(for: words[0]))
      return 0
    }
    let rest = Array(words.dropFirst())
    switch words.first {
    case "init": try InitCommand.run(rest)
    case "attest": try AttestCommand.run(rest)
    case "assert": try AssertCommand.run(rest)
    case "device": return try await DeviceCommand.run(rest)
    case "provision": try ProvisionCommand.run(rest)
    case "load": try LoadCommand.run(rest)
    case "apple": try await AppleCommand.run(rest)
    case "rollout": try RolloutCommand.run(rest)
    case "shapes": ListCommand.printShapes()
    case "faults": try ListCommand.printFaults()
    case "help": print(help(for: rest.first ?? ""))
    default: throw UsageError(words.first.map { "there is no command \($0)" } ?? "a command is needed")
    }
    return 0
  }

  /// What is said of one command; everything when it is none.
  private static func help(for command: String) -> String {
    let lines = usage.components(separatedBy: "\n").dropFirst()
    let isCommand = { (line: String) in line.hasPrefix("  ") && !line.hasPrefix("   ") }
    guard let first = lines.firstIndex(where: { $0.hasPrefix("  \(command) ") }) else { return usage }
    let last = lines[(first + 1)...].firstIndex { isCommand($0) || $0.isEmpty } ?? lines.endIndex
    return "usage: assay-lab COMMAND ...\n" + lines[first..<last].joined(separator: "\n")
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }

  private static let usage = """
    usage: assay-lab COMMAND ...
      init DIR                          make the lab's authorities; DIR/attestation-root.pem and
                                        DIR/receipt-root.pem are the anchors for a server under the lab switch
      attest --lab DIR --app-id ID --out DIR
             (--challenge B64 | --challenge-text TEXT | --client-data-hash HEX)
             [--shape SHAPE] [--fault FAULT] [--at RFC3339] [--receipt definite|indefinite]
             [--bundle-version TEXT] [--risk-metric N]
      assert --key FILE --app-id ID --out FILE (--client-data FILE | --client-data-hash HEX)
             [--counter N] [--shape SHAPE] [--fault FAULT] [--bundle-version TEXT]
      device --api URL --secret-file FILE --app-id ID --account ID --lab DIR
             [--shape SHAPE] [--fault FAULT] [--device ID] [--assertions N] [--ca FILE]
             [--replay-challenge] [--old-counter] [--changed-body] [--other-account ID]
      provision --app-id ID --seed TEXT --keys N
             (--api URL --secret-file FILE --lab DIR [--connections N] | --list FILE)
      load   --api URL --secret-file FILE --app-id ID --seed TEXT --keys N
             [--mode assert|pairs|admissions] [--connections N] [--seconds N] [--expected-per-second N]
             [--rate A_SECOND]
             [--accepted FILE] [--json FILE]
      rollout --api URL,URL... --secret-file FILE --app-id ID [--installations N] [--opening SECONDS]
             [--limit N] [--connections N] [--seconds N] [--lab DIR] [--json FILE]
      apple  --lab DIR [--production-port N] [--development-port N] [--control-port N] [--any-token]
                                        serve as Apple's data server until killed; prints its addresses, and
                                        writes DIR/transport-root.pem. Faults are set over the control port
      shapes | faults                   the names that --shape and --fault take

    """
}
