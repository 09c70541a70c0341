extension Settings {
  /// A secret that may be missing: from the variable, or from the file that `<name>_FILE` names. A line break at the
  /// end of the file is not part of it.
  public mutating func optionalSecret(_ name: String) -> Secret? {
    let text = raw(name)
    let path = raw(name + "_FILE")
    if text != nil, path != nil {
      complain(name, "set twice, directly and as a file", "Keep \(Self.prefix)\(name)_FILE and remove the other")
    }
    if let path { return secretFile(name, path: path) }
    note(name, text == nil ? "(not set)" : "(set, hidden)", isDefault: text == nil)
    return text.map { Secret($0) }
  }

  /// A secret that must be there; `purpose` completes "Put … there".
  public mutating func requiredSecret(_ name: String, purpose: String) -> Secret {
    let known = problems.count
    if let secret = optionalSecret(name) { return secret }
    if problems.count == known {
      complain(name, "not set", "Put \(purpose) into a file and name it in \(Self.prefix)\(name)_FILE")
    }
    return Secret([])
  }

  private mutating func secretFile(_ name: String, path: String) -> Secret? {
    guard var bytes = try? file(path) else {
      complain(name + "_FILE", "cannot read \(path)", "Check the path and the rights of the file")
      return nil
    }
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard !bytes.isEmpty else {
      complain(name + "_FILE", "\(path) is empty", "Put the secret into the file")
      return nil
    }
    note(name + "_FILE", path, isDefault: false)
    return Secret(bytes)
  }
}
