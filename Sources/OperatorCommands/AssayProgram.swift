/// The program `assay`: its commands, in the order in which help lists them.
public enum AssayProgram {
  /// Each line is one command.
  public static let commands: [any Command.Type] =
    [
      VerifyAttestation.self,
      VerifyAssertion.self,
      VerifyReceipt.self,
      Inspect.self,
    ] + administration + receipts + webhooks + rollouts + devices

  /// Runs the program with its arguments (without its own name).
  public static func run(_ arguments: [String], console: Console) async -> ExitStatus {
    await CommandRegistry(program: "assay", commands: commands).run(arguments, console: console)
  }
}
