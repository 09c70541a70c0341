import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport

/// The programs with the lab's Apple behind a worker, shared by the tests of the two bits.
actor BitsShop {
  static let shared = BitsShop()
  static let team = "ABCDE12345"
  static let keyID = "KEYKEYKEY1"

  private var starting: Task<Open, any Error>?

  /// What runs.
  struct Open: Sendable {
    let app: DeviceApp
    let caller: ServiceCaller
    /// Another tenant with an app of the same team.
    let otherTenant: ServiceCaller
    let lab: DeviceCheckLab
    let crew: BitsCrew
    private let apple: AppleServer

    init(
      app: DeviceApp, otherTenant: DeviceApp, lab: DeviceCheckLab, apple: AppleServer, crew: BitsCrew
    ) throws {
      (self.app, self.lab, self.apple, self.crew) = (app, lab, apple, crew)
      caller = try ServiceCaller(app)
      self.otherTenant = try ServiceCaller(otherTenant)
    }
  }

  func open() async throws -> Open {
    if let starting { return try await starting.value }
    let task = Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  private static func start() async throws -> Open {
    let app = try await DeviceShop.shared.app()
    let lab = DeviceCheckLab()
    let apple = try AppleServer(
      authorities: app.running.authorities, transport: try LabTransport(), extensions: [lab.asExtension])
    let folder = FileManager.default.temporaryDirectory.appending(path: "assay-bits-\(UUID().uuidString)")
    try app.running.authorities.write(to: folder)
    try apple.rootPEM.write(to: folder.appending(path: "root.pem"), atomically: true, encoding: .utf8)
    let master = Base64.encode(SecureRandom.bytes(32))
    let other = try otherTenant(app.running)
    let key = try P256PrivateKey()
    let file = folder.appending(path: "AuthKey.p8")
    try key.pkcs8PEM().write(to: file, atomically: true, encoding: .utf8)
    try lab.trust(team: team, keyID: keyID, publicKey: key.x963)
    for tenant in [app.running.tenant, other.running.tenant] {
      try app.running.stack.assay(
        ["app", "team-key", "add", file.path, "--tenant", tenant, "--team", team, "--key-id", keyID, "--yes"],
        environment: ["ASSAY_MASTER_KEY": master])
    }
    let environment = [
      "ASSAY_MASTER_KEY": master, "ASSAY_APPLE_CA_FILE": folder.appending(path: "root.pem").path,
      "ASSAY_DEVICECHECK_PRODUCTION_URL": apple.url(.production),
      "ASSAY_DEVICECHECK_DEVELOPMENT_URL": apple.url(.development),
      "ASSAY_APPLE_PRODUCTION_URL": apple.url(.production), "ASSAY_APPLE_DEVELOPMENT_URL": apple.url(.development),
    ]
    let crew = BitsCrew(stack: app.running.stack, environment: environment)
    // Two, so that what is serialised is so by the database.
    for _ in 0..<2 { try await crew.hire() }
    return try Open(app: app, otherTenant: other, lab: lab, apple: apple, crew: crew)
  }

  private static func otherTenant(_ running: DeviceShop.Running) throws -> DeviceApp {
    let made = try running.stack.assay(["tenant", "create", "Other shop", "--yes"])
    guard let tenant = made["tenant"] as? String else {
      throw TestStack.Failure(description: "no tenant in \(made)")
    }
    let appID = team + ".com.example.other"
    _ = try running.stack.assay(["app", "create", appID, "--tenant", tenant, "--yes"])
    return DeviceApp(
      running: DeviceShop.Running(stack: running.stack, authorities: running.authorities, tenant: tenant),
      appID: appID, prefix: "", host: "")
  }
}

extension BitsShop.Open {
  func query(_ token: [UInt8], _ more: [String: Any] = [:]) throws -> WireAnswer {
    try caller.call("POST", "device-bits/query", ["device_token": Base64.encode(token)].merging(more) { $1 })
  }

  func update(_ token: [UInt8], _ bits: [String: Any], by other: ServiceCaller? = nil) throws -> WireAnswer {
    try (other ?? caller).call(
      "POST", "device-bits/update", bits.merging(["device_token": Base64.encode(token)]) { $1 })
  }
}
