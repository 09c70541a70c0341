import Cryptography

/// The key that a command is about.
enum KeyPlace {
  static let appArgument = CommandSyntax.Argument.word("APP_ID", "PREFIX.bundle.identifier")
  static let keyArgument = CommandSyntax.Argument.word("KEY_ID", "the key's identifier in base64 or base64url")

  static func keyID(_ arguments: ParsedArguments) throws(UsageError) -> [UInt8] {
    guard let bytes = Base64.decode(try arguments.required("KEY_ID")), bytes.count == 32 else {
      throw UsageError("KEY_ID is not a key's identifier", mend: "Give 32 bytes in base64 or base64url.")
    }
    return bytes
  }
}
