/// How a server listens and what it puts up with. Every limit has a usable default.
public struct HTTPServerConfiguration: Sendable {
  /// The numeric address to listen on, IPv4 or IPv6.
  public var address = "127.0.0.1"
  /// The port; 0 lets the system choose (see `HTTPServer.port`).
  public var port: UInt16 = 0
  /// How many threads serve connections. Handlers are called on them.
  public var threads = 1
  /// How many connections are open at once; more wait in the kernel's queue.
  public var maximumConnections = 1024
  /// How many of them may come from one address; 0 for any number (right behind a reverse proxy).
  public var maximumConnectionsPerAddress = 0
  /// How many connections the kernel keeps waiting.
  public var backlog = 511
  /// How long a connection may stand idle between two requests, or without progress inside one. Whole seconds.
  public var idleTimeout: Duration = .seconds(75)
  /// How long a client may take to send one request, from its first byte to the end of its body. A client that keeps
  /// sending a little does not prolong it.
  public var readTimeout: Duration = .seconds(15)
  /// How long a handler may take, from the request line to its answer.
  public var handlerTimeout: Duration = .seconds(30)
  /// How long a client may take to receive a whole answer. Streams have no such limit.
  public var writeTimeout: Duration = .seconds(30)
  /// The longest request target in bytes.
  public var maximumTargetBytes = 2048
  /// The largest header section in bytes, names and values together.
  public var maximumHeaderBytes = 8192
  /// The greatest number of header fields.
  public var maximumHeaderFields = 64
  /// The answer to a request that no handler sees, or that no handler answered.
  public var errorResponse: @Sendable (HTTPServerFault) -> HTTPResponse = HTTPServerFault.problemDetails
  /// Told of every fault that was answered, for counters and logs; called on the server's threads.
  public var faultObserver: @Sendable (HTTPServerFault) -> Void = { _ in }

  /// The connections that are open at most, one for each thread at least.
  var places: Int { max(threads, maximumConnections, 1) }

  /// The defaults.
  public init() {}
}
