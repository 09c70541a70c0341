/// Why a load could not run at all.
public enum LoadFault: Error, Sendable, CustomStringConvertible {
  /// A system call failed with that number.
  case system(String, Int32)
  /// The service did not give what the load needs.
  case service(String)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .system(let call, let number): "\(call) failed with error \(number)"
    case .service(let what): what
    }
  }
}
