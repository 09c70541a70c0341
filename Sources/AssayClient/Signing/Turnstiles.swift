/// One turnstile for each key.
actor Turnstiles {
  private var turnstiles: [String: Turnstile] = [:]

  /// The turnstile of a key.
  func turnstile(for keyID: String) -> Turnstile {
    if let turnstile = turnstiles[keyID] { return turnstile }
    let turnstile = Turnstile()
    turnstiles[keyID] = turnstile
    return turnstile
  }

  /// Forgets a key that is no longer used.
  func remove(_ keyID: String) {
    turnstiles[keyID] = nil
  }
}
