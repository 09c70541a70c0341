import AttestationService
import DeviceBits
import Foundation
import Lifecycle
import Postgres
import Telemetry

/// Makes the calls that tenants have asked for, while they wait.
///
/// Updates of one team are made one at a time, over all workers: the database gives out the team's turn. A call is begun
/// once. Its time with Apple ends before its lease does, so that a slow answer never meets another update's.
struct DeviceBitsService: Service {
  static let leaseSeconds: Double = 30
  /// Apple's answer is not waited for longer than this, however patient the caller.
  static let answerSeconds: Double = 20

  let name = "device bits"
  let store: DeviceBitsStore
  let keys: TeamKeyCache
  let client: DeviceCheckClient
  let listener: PostgresListener
  let owner: String
  let concurrency: Int
  let pollInterval: Duration
  let logger: Logger
  let answers: MetricFamily<Counter>

  func run(_ lifetime: ServiceLifetime) async throws {
    let (calls, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let helpers = Task { await help(wake) }
    lifetime.started()
    let stop = Task {
      await lifetime.stopRequested()
      wake.finish()
    }
    await withDiscardingTaskGroup { group in
      let capacity = Capacity(concurrency)
      for await _ in calls where !lifetime.isStopRequested {
        for call in await waiting() {
          _ = await capacity.take(upTo: 1)
          group.addTask {
            await make(call)
            await capacity.give(back: 1)
          }
        }
      }
    }
    stop.cancel()
    helpers.cancel()
    await helpers.value
  }

  /// Wakes when a call was written down, and now and then anyway; ends what another worker left behind, and
  /// clears away what nobody waits for.
  private func help(_ wake: AsyncStream<Void>.Continuation) async {
    await withDiscardingTaskGroup { group in
      group.addTask {
        // A lost connection is made again by the listener; anything else leaves the rounds, which find every call.
        try? await listener.run { _ in wake.yield() }
      }
      group.addTask {
        while !Task.isCancelled {
          wake.yield()
          try? await Task.sleep(for: pollInterval)
        }
      }
      group.addTask {
        while !Task.isCancelled {
          await sweep()
          try? await Task.sleep(for: .seconds(10))
        }
      }
    }
  }

  private func waiting() async -> [DeviceBitsStore.Waiting] {
    do { return try await store.waiting(limit: 64) } catch {
      logger.warning("reading the waiting calls failed and is tried again", [.reason: .text("\(error)")])
      return []
    }
  }

  private func sweep() async {
    do {
      let lost = try await store.abandonLost()
      if lost > 0 { logger.warning("calls were ended whose worker was lost", [.count: .integer(lost)]) }
      try await store.sweep()
    } catch {
      logger.warning("clearing away old calls failed and is tried again", [.reason: .text("\(error)")])
    }
  }

  private func make(_ waiting: DeviceBitsStore.Waiting) async {
    do {
      guard let record = try await store.begin(waiting, owner: owner, leaseSeconds: Self.leaseSeconds) else { return }
      let (outcome, key) = await outcome(of: record)
      answers.with(outcome.label).increment()
      let isKept = try await store.end(record, owner: owner, key: key, with: outcome)
      if !isKept { logger.warning("the lease of a call was lost", [.tenant: .text(String(record.tenant))]) }
    } catch {
      // Whoever asked is told that the outcome is not known when its time is over.
      logger.warning("a call failed", [.tenant: .text(String(waiting.tenant)), .reason: .text("\(error)")])
    }
  }

  private func outcome(of record: DeviceBitsCallRecord) async -> (DeviceBitsOutcome, key: String) {
    do {
      let key = try await keys.key(tenant: record.tenant, team: record.team, at: Date())
      let seconds = min(record.secondsLeft, Self.answerSeconds)
      return (try await client.make(record, key: key, seconds: seconds), key.keyID)
    } catch let error as TeamKeyError {
      logger.error(
        "a team's key cannot be used; nothing is sent",
        [.tenant: .text(String(record.tenant)), .code: .text(error.code)])
      return (.unusableKey(code: error.code), "")
    } catch {
      return (.unreachable, "")
    }
  }
}

extension DeviceBitsOutcome {
  /// A word without values, for metrics.
  fileprivate var label: String {
    switch self {
    case .unreachable: "unreachable"
    case .unusableKey: "unusable_key"
    case .answered(.bits): "bits"
    case .answered(.neverSet): "never_set"
    case .answered(.updated): "updated"
    case .answered(.refused(let refusal)): refusal.rawValue
    case .answered(.unavailable): "unavailable"
    case .answered(.unknown): "unknown"
    }
  }
}
