import AppleLab
import AttestationAPI
import AttestationService
import Cryptography
import Foundation
import HTTPClient
import Lifecycle
import Postgres
import PostgresTestSupport
import Telemetry

/// A whole service for one test: a database of its own, the server as the program composes it, two tenants, and a lab.
struct Stage: Sendable {
  static let appID = "ABCDE12345.com.example.app"

  let database: TestDatabase
  let authorities: LabAuthorities
  let client: HTTPClient
  let base: String
  let operations: String
  let tenant: TestCaller
  let other: TestCaller
  let log: MemoryDestination

  /// Lends a running service to `body` and stops it afterwards.
  static func with(
    lab: Bool = true, settings: [String: String] = [:], _ body: (Stage) async throws -> Void
  ) async throws {
    try await TestDatabase.with { database in
      let directory = FileManager.default.temporaryDirectory.appending(path: "assay-stage-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: directory) }
      let authorities = try LabAuthorities.create(at: Date())
      try authorities.write(to: directory)
      var environment = [
        "ASSAY_DATABASE_URL": database.configuration(.api).conninfo, "ASSAY_LISTEN": "127.0.0.1:0",
        "ASSAY_OPERATIONS_LISTEN": "127.0.0.1:0", "ASSAY_LAB": lab ? "true" : "false",
        "ASSAY_LAB_ROOTS": directory.path,
      ]
      environment.merge(settings) { $1 }
      let log = MemoryDestination()
      let server = try APIServer(try Settings.read(environment: environment) { APISettings(&$0) }, destination: log)
      let (signals, signal) = AsyncStream.makeStream(of: Int32.self)
      let running = Task { await ServiceGroup(server.group, observer: server.observe).run(signals: signals) }
      let outcome: Result<Void, any Error>
      do {
        let stage = try await make(database, authorities, server, log)
        try await stage.becomeReady()
        outcome = .success(try await body(stage))
      } catch { outcome = .failure(error) }
      signal.yield(15)
      _ = await running.value
      try outcome.get()
    }
  }

  private static func make(
    _ database: TestDatabase, _ authorities: LabAuthorities, _ server: APIServer, _ log: MemoryDestination
  ) async throws -> Stage {
    while server.port == 0 || server.operationsPort == 0 { try await Task.sleep(for: .milliseconds(2)) }
    let pool = try database.pool(.owner, limit: 1)
    defer { pool.close() }
    let administration = TenantAdministration(pool: pool)
    var configuration = HTTPClientConfiguration()
    configuration.version = .http1
    configuration.maximumConnectionsPerHost = 64
    let client = try HTTPClient(configuration: configuration)
    let base = "http://127.0.0.1:\(server.port)"
    var callers: [TestCaller] = []
    for name in ["first", "second"] {
      let tenant = try await administration.create(name: name)
      let secret = try await administration.addSecret(tenant, name: "test", scopes: [.verify, .manage])
      callers.append(TestCaller(client: client, base: base, tenant: tenant, secret: secret.text))
    }
    return Stage(
      database: database, authorities: authorities, client: client, base: base,
      operations: "http://127.0.0.1:\(server.operationsPort)", tenant: callers[0], other: callers[1], log: log)
  }

  /// Waits until the service says that it can serve.
  func becomeReady() async throws {
    let probe = TestCaller(client: client, base: operations, tenant: tenant.tenant, secret: "")
    while try await probe.call("GET", "/readyz").status != 200 { try await Task.sleep(for: .milliseconds(5)) }
  }

  /// Registers the app, with a policy or without.
  func registerApp(policy: String = "{}") async throws {
    let answer = try await tenant.call(
      "POST", "/v1/apps", #"{"app_id":"\#(Self.appID)","environments":["production"],"policy":\#(policy)}"#)
    guard answer.status == 201 else { throw TestFailure("the app was not registered: \(answer.text)") }
  }

  /// A phone with the app on it.
  func phone(account: String = "alice", shape: LabShape = .ios27) -> TestPhone {
    TestPhone(
      caller: tenant, account: account,
      device: LabDevice(authorities: authorities, appID: Self.appID, shape: shape))
  }
}

/// A test could not even begin.
struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
