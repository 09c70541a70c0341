import Foundation
import Lifecycle
import Pacing
import Postgres
import Telemetry

/// The controller of all rollouts, as the worker program runs it: one leader among the workers, by a lease.
///
/// A leader trusts its lease for less time than the database does; it renews it at every evaluation, once a second, and
/// stops deciding when that fails. Then the last pace holds for a bounded time, and after that only a trickle passes.
public struct RolloutControllerService: Service {
  /// As logs call it.
  public let name = "rollout-controller"
  private static let leaseSeconds = 3.0
  private static let interval: Duration = .seconds(1)
  private let pool: PostgresPool
  private let owner: String
  private let logger: Logger

  /// - Parameter owner: this worker's name; unique among the living.
  public init(pool: PostgresPool, owner: String, logger: Logger) {
    self.pool = pool
    self.owner = owner
    self.logger = logger
  }

  /// A controller with connections of its own.
  public init(configuration: PostgresConfiguration, owner: String, logger: Logger) throws {
    self.init(pool: try PostgresPool(configuration, limit: 2), owner: owner, logger: logger)
  }

  /// Leads, or waits to lead, until a stop is requested.
  public func run(_ lifetime: ServiceLifetime) async throws {
    let work = Task { await lead() }
    lifetime.started()
    await lifetime.stopRequested()
    work.cancel()
    await work.value
  }

  private func lead() async {
    var controllers: [Int64: RolloutController] = [:]
    var epoch: Int64?
    while !Task.isCancelled {
      let began = ContinuousClock.now
      do {
        let held = try await lease()
        if held != epoch { controllers = [:] }
        epoch = held
        if held != nil { try await evaluateAll(&controllers, until: began + .seconds(2)) }
      } catch {
        logger.warning("the rollout controller could not decide", [.code: .text(Self.code(error))])
      }
      try? await Task.sleep(until: began + Self.interval)
    }
  }

  private func lease() async throws -> Int64? {
    let call = PostgresStatement(
      "SELECT assay.lead(0, 'rollouts', $1, $2)", [.text(owner), .double(Self.leaseSeconds)])
    return try await pool.transaction(tenant: 0, [call])[0].first?.decodeIfPresent(0)
  }

  private func evaluateAll(
    _ controllers: inout [Int64: RolloutController], until limit: ContinuousClock.Instant
  ) async throws {
    let store = RolloutStore(pool: pool)
    let tenants: [Int64] = try await pool.withConnection {
      try await $0.query("SELECT tenant_id FROM assay.rollout_tenants ORDER BY tenant_id").column(0)
    }
    for tenant in tenants where ContinuousClock.now < limit {
      var controller = controllers[tenant] ?? RolloutController(tenant: tenant, store: store)
      do { try await controller.evaluate() } catch {
        logger.warning("a tenant's rollouts could not be evaluated", [.code: .text(Self.code(error))])
      }
      controllers[tenant] = controller
    }
  }

  private static func code(_ error: any Error) -> String { (error as? PostgresError)?.sqlState ?? "unexpected" }
}
