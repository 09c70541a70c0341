/// The name of a piece of metadata. A module declares its keys as static members in one place, and logs with nothing
/// else, so that what is ever logged can be read in one list. Only a literal makes a key.
public struct MetadataKey: Sendable, Hashable {
  /// The name in the output: snake_case.
  public let name: String

  /// A key with a constant name.
  public init(_ name: StaticString) {
    self.name = name.description
  }
}

extension MetadataKey {
  /// The identifier of a request across logs, events and answers.
  public static let correlationID = MetadataKey("correlation_id")
  /// The public identifier of a tenant.
  public static let tenant = MetadataKey("tenant")
  /// The identifier of an app.
  public static let app = MetadataKey("app")
  /// The pattern of a route, never a path.
  public static let route = MetadataKey("route")
  /// The method of a request.
  public static let method = MetadataKey("method")
  /// The status of an answer.
  public static let status = MetadataKey("status")
  /// The stable code of a refusal or a failure.
  public static let code = MetadataKey("code")
  /// The stage in which something was refused or failed.
  public static let stage = MetadataKey("stage")
  /// A duration in milliseconds.
  public static let durationMilliseconds = MetadataKey("duration_ms")
  /// The bytes of a request's body.
  public static let requestBytes = MetadataKey("request_bytes")
  /// The bytes of an answer's body.
  public static let responseBytes = MetadataKey("response_bytes")
  /// The name of a service of the program.
  public static let service = MetadataKey("service")
  /// The number of a signal.
  public static let signal = MetadataKey("signal")
  /// Words of an error, without values of the request.
  public static let reason = MetadataKey("reason")
  /// A number of things.
  public static let count = MetadataKey("count")
  /// The address that a server listens on.
  public static let address = MetadataKey("address")
  /// A port.
  public static let port = MetadataKey("port")
}
