import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport

/// The running programs with a tenant and apps of it, shared by all tests of this program.
actor DeviceShop {
  static let shared = DeviceShop()

  private var starting: Task<Running, any Error>?
  private var apps = 0

  /// What runs.
  struct Running: Sendable {
    let stack: TestStack
    let authorities: LabAuthorities
    let tenant: String
  }

  /// Starts it at the first call. It ends with the test program, which the kernel then cleans up after.
  func running() async throws -> Running {
    if let starting { return try await starting.value }
    let task = Task { try await Self.start() }
    starting = task
    return try await task.value
  }

  /// A new app with a device API of its own under a path prefix and a host name.
  func app(attestation: String? = nil, platforms: String = "ios", policy: String? = nil) async throws -> DeviceApp {
    let running = try await running()
    apps += 1
    let appID = "ABCDE12345.com.example.app\(apps)"
    var create = ["app", "create", appID, "--tenant", running.tenant, "--yes", "--platforms", platforms]
    if let policy {
      let file = FileManager.default.temporaryDirectory.appending(path: "assay-policy-\(UUID().uuidString).json")
      try Data(policy.utf8).write(to: file)
      create += ["--policy", file.path]
    }
    _ = try running.stack.assay(create)
    let app = DeviceApp(running: running, appID: appID, prefix: "/d/app\(apps)", host: "app\(apps).example.com")
    var set = ["--add-site", app.prefix, "--add-site", app.host]
    if let attestation { set += ["--attestation", attestation] }
    try app.set(set)
    try await app.isServed()
    return app
  }

  private static func start() async throws -> Running {
    let authorities = try LabAuthorities.create(at: Date())
    let roots = FileManager.default.temporaryDirectory.appending(path: "assay-roots-\(UUID().uuidString)")
    try authorities.write(to: roots)
    let stack = try await TestStack.start(labRoots: roots)
    let tenant = try stack.assay(["tenant", "create", "Shop", "--yes"])
    guard let id = (tenant["tenant"] ?? tenant["public_id"] ?? tenant["id"]) as? String else {
      throw TestStack.Failure(description: "no tenant in \(tenant)")
    }
    return Running(stack: stack, authorities: authorities, tenant: id)
  }
}
