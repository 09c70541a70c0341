/// How a client connects. There is no switch that turns the verification of certificates off.
public struct HTTPClientConfiguration: Sendable {
  /// Which version of HTTP is spoken.
  public enum Version: Sendable {
    /// HTTP/2 where TLS negotiates it, else HTTP/1.1. Requests to one host share a connection.
    case http2IfOffered
    /// HTTP/1.1 only.
    case http1
  }

  /// A file of trusted roots in PEM form; nil for the system's.
  public var certificateAuthorities: String?
  /// Which version of HTTP is spoken.
  public var version = Version.http2IfOffered
  /// How long connecting may take, name resolution and TLS included.
  public var connectTimeout: Duration = .seconds(5)
  /// How long a whole exchange may take.
  public var totalTimeout: Duration = .seconds(30)
  /// The longest body that is read; a longer one is an error.
  public var maximumBodyBytes = 1 << 20
  /// How many connections one host may have.
  public var maximumConnectionsPerHost = 4
  /// A Unix domain socket to connect to instead of the host of the address.
  public var unixSocket: String?
  /// True where addresses come from strangers: only the public internet is connected to, never this machine or its
  /// network, whatever a name resolves to.
  public var refusesPrivateAddresses = false
  /// What the client calls itself.
  public var userAgent = "assay"

  /// The defaults.
  public init() {}
}
