import AppleLab
import AssayClient
import CheckoutApp
import CheckoutServer
import Foundation
import HTTPServer
import StackTestSupport

/// The running whole: PostgreSQL and `assay-api` as programs, and the shop's backend before them.
///
/// All tests of this program share one.
actor ShopFloor {
  static let shared = ShopFloor()
  static let appID = "ABCDE12345.com.example.shop"

  private var starting: Task<Open, any Error>?

  /// What runs.
  struct Open: Sendable {
    let stack: TestStack
    let authorities: LabAuthorities
    let tenant: String
    let secret: String
    let log: LogLines
    /// The port of the shop.
    let port: UInt16
    private let server: HTTPServer

    init(stack: TestStack, authorities: LabAuthorities, tenant: String, secret: String) throws {
      (self.stack, self.authorities, self.tenant, self.secret) = (stack, authorities, tenant, secret)
      log = LogLines()
      server = try Self.shop(secret: secret, assay: stack.port, log)
      port = server.port
    }
  }

  /// Starts it at the first call.
  func open() async throws -> Open {
    if let starting { return try await starting.value }
    let task = Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  private static func start() async throws -> Open {
    let authorities = try LabAuthorities.create(at: Date())
    let roots = FileManager.default.temporaryDirectory.appending(path: "checkout-roots-\(UUID().uuidString)")
    try authorities.write(to: roots)
    let stack = try await TestStack.start(labRoots: roots)
    let tenant = try text(stack.assay(["tenant", "create", "Shop", "--yes"]), "tenant")
    let place = ["--tenant", tenant, "--yes"]
    let added = try stack.assay(["tenant", "secret", "add", tenant, "--name", "shop", "--scopes", "verify", "--yes"])
    _ = try stack.assay(["app", "create", appID] + place)
    let rollout = try stack.assay(
      ["rollout", "create", appID, "--name", "open", "--kind", "surge", "--rate", "50"] + place)
    _ = try stack.assay(["rollout", "start", appID, text(rollout, "rollout_id")] + place)
    return try Open(stack: stack, authorities: authorities, tenant: tenant, secret: text(added, "secret"))
  }

  private static func text(_ object: [String: Any], _ name: String) throws -> String {
    guard let text = object[name] as? String else {
      throw TestStack.Failure(description: "no \(name) in \(object)")
    }
    return text
  }
}

extension ShopFloor.Open {
  /// Starts a backend of the shop's that finds Assay at a port.
  static func shop(secret: String, assay port: UInt16, _ log: LogLines) throws -> HTTPServer {
    guard let base = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
    var configuration = HTTPServerConfiguration()
    configuration.port = 0
    let assay = AssayService(base: base, secret: secret, appID: ShopFloor.appID, timeoutSeconds: 5)
    let server = HTTPServer(
      configuration: configuration, handler: CheckoutHandler(assay: assay, log: StageLog { log.add($0) }))
    try server.start()
    return server
  }

  /// The identifiers of all keys that Assay has.
  func keys() throws -> Set<String> {
    let listed = try stack.assay(["key", "list", ShopFloor.appID, "--tenant", tenant, "--limit", "10000"])
    let keys = listed["keys"] as? [[String: Any]] ?? []
    return Set(keys.compactMap { $0["key_id"] as? String })
  }

  /// A challenge of Assay's with a life of its own.
  func challenge(of account: String, seconds: Int) async throws -> ClientResponse {
    guard let url = URL(string: "http://127.0.0.1:\(stack.port)/v1/apps/\(ShopFloor.appID)/challenges") else {
      throw URLError(.badURL)
    }
    let body = """
      {"purpose":"assertion","account_id":"\(account)","operation":"\(CheckoutApp.operation)","ttl_seconds":\(seconds)}
      """
    return try await URLSessionTransport().send(
      ClientRequest(
        method: "POST", url: url,
        headers: ["Authorization": "Bearer " + secret, "Content-Type": "application/json"], body: Data(body.utf8)))
  }
}
