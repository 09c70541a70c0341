import Cryptography
public import Foundation
public import HTTP2TestServer
import Locking

/// The simulated Apple on the wire: both hosts of the receipt service over HTTP/2 and TLS, with faults and a history.
public final class AppleServer: Sendable {
  /// Answers a path that the receipt service does not know, for example of DeviceCheck; nil where it does not either.
  public typealias Extension = @Sendable (AppleHost, HTTP2Request) -> HTTP2Reply?

  /// The root that a client has to trust, PEM.
  public let rootPEM: String
  private let state = Locked(AppleState())
  private let servers: Locked<[AppleHost: HTTP2Server]>
  private let authorities: LabAuthorities
  private let extensions: [Extension]

  /// Starts both hosts, each on its own port of the loopback address; zero takes a free one.
  ///
  /// `extensions` is where other services of Apple's are added: each is asked in turn about paths that are not the
  /// receipt service's.
  public init(
    authorities: LabAuthorities, transport: LabTransport, ports: [AppleHost: Int] = [:], extensions: [Extension] = []
  ) throws {
    self.authorities = authorities
    self.extensions = extensions
    rootPEM = transport.rootPEM
    servers = Locked([:])
    for host in AppleHost.allCases {
      let server = try HTTP2Server(port: ports[host] ?? 0, identity: transport.identity) { [unowned self] request in
        answer(request, from: host)
      }
      servers.withLock { $0[host] = server }
    }
  }

  /// The address of a host.
  public func url(_ host: AppleHost) -> String {
    "https://127.0.0.1:\(servers.withLock { $0[host]?.port ?? 0 })"
  }

  /// Stops both hosts.
  public func stop() {
    let running = servers.withLock { servers in
      defer { servers = [:] }
      return Array(servers.values)
    }
    for server in running { server.stop() }
  }

  /// The lab's clock: the machine's, and what it was moved by.
  public var now: Date { Date().addingTimeInterval(state.withLock { $0.clockOffset }) }

  private func answer(_ request: HTTP2Request, from host: AppleHost) -> HTTP2Reply {
    guard request.path == "/v1/attestationData" else {
      for answer in extensions {
        if let reply = answer(host, request) { return reply }
      }
      return HTTP2Reply(status: 404)
    }
    guard request.method == "POST" else { return HTTP2Reply(status: 405) }
    let receivedAt = Date()
    return state.withLock { state in
      let now = receivedAt.addingTimeInterval(state.clockOffset)
      state.countRequest(at: receivedAt)
      let outcome = AttestationData(authorities: authorities, host: host).answer(request, &state, at: now)
      if state.keepsHistory {
        state.history.append(AppleExchange(request, outcome, host, at: now, receivedAt: receivedAt))
      }
      return outcome.reply
    }
  }
}

extension AppleServer {
  /// Lets the tokens of a team's key pass.
  public func trust(team: String, keyID: String, publicKey x963: [UInt8]) throws {
    let key = try P256PublicKey(x963: x963)
    state.withLock { $0.tokens.keys["\(team)/\(keyID)"] = key }
  }

  /// Refuses the tokens of a team's key from now on.
  public func distrust(team: String, keyID: String) {
    state.withLock { $0.tokens.keys["\(team)/\(keyID)"] = nil }
  }

  /// Whether tokens are checked.
  public func checkTokens(_ checks: Bool) {
    state.withLock { $0.checksTokens = checks }
  }

  /// Adds a rule; the first that applies to a request decides.
  public func add(_ rule: FaultRule) {
    state.withLock { $0.rules.append(rule) }
  }

  /// Forgets all rules.
  public func clearFaults() {
    state.withLock { $0.rules = [] }
  }

  /// Notes that a device attested: its metric counts the keys of thirty days.
  public func attested(_ attestation: LabAttestation, device: String, at instant: Date) {
    state.withLock { $0.ledger.attested(token: attestation.receiptContent.token, device: device, at: instant) }
  }

  /// Says which device a token is of, and when it attested.
  func attested(token: String, device: String, at instant: Date) {
    state.withLock { $0.ledger.attested(token: token, device: device, at: instant) }
  }

  /// Moves the lab's clock.
  public func advance(by seconds: TimeInterval) {
    state.withLock { $0.clockOffset += seconds }
  }

  /// Whether exchanges are kept; without, they are only counted.
  public func keepHistory(_ keeps: Bool) {
    state.withLock { $0.keepsHistory = keeps }
  }

  /// All exchanges since the last clearing.
  public var history: [AppleExchange] { state.withLock { $0.history } }

  /// Requests since the start.
  public var requestCount: Int { state.withLock { $0.count } }

  /// The requests in each second of the machine's clock that had any, by seconds since 1970.
  public var requestsBySecond: [Int: Int] { state.withLock { $0.inSecond } }

  /// The most requests within one second of the machine's clock.
  public var peakPerSecond: Int { state.withLock { $0.inSecond.values.max() ?? 0 } }

  /// Forgets the history and the counts.
  public func clearHistory() {
    state.withLock { state in
      state.history = []
      state.count = 0
      state.inSecond = [:]
    }
  }
}

extension AppleExchange {
  init(
    _ request: HTTP2Request, _ outcome: AttestationData.Outcome, _ host: AppleHost, at now: Date, receivedAt: Date
  ) {
    self.init(
      at: now, receivedAt: receivedAt, host: host, connection: request.connection, team: outcome.receipt?.team,
      token: outcome.receipt?.content.token, createdAt: outcome.receipt?.createdAt,
      answeredCreatedAt: outcome.answeredCreatedAt, keyID: outcome.claims?.keyID,
      authorization: request.header("authorization").hashValue, contentType: request.header("content-type"),
      status: outcome.reply.status)
  }
}
