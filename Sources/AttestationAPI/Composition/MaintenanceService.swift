import AttestationService
import Lifecycle
import Postgres
import Telemetry

/// Keeps the service keys and the partitions up to date while the program runs.
struct MaintenanceService: Service {
  let name = "maintenance"
  let services: AttestationServices
  let logger: Logger

  func run(_ lifetime: ServiceLifetime) async throws {
    let work = Task { [services, logger] in
      await services.maintain { error in
        logger.warning("maintenance failed and is tried again", [.code: .text(Self.code(error))])
      }
    }
    lifetime.started()
    await lifetime.stopRequested()
    work.cancel()
    await work.value
  }

  private static func code(_ error: any Error) -> String { (error as? PostgresError)?.sqlState ?? "unexpected" }
}
