/// How far a ramp has come. The share only ever grows.
public struct RampProgress: Sendable, Hashable, Codable {
  /// The share that is let in.
  public private(set) var share: Share
  /// The step, counted from nought; nought also for other shapes.
  public private(set) var step: Int
  /// Time that counted since the start, in microseconds: running, open and healthy.
  public private(set) var elapsed: Microseconds
  /// Time that counted since this step began.
  public private(set) var elapsedInStep: Microseconds
  /// Whether the step has soaked and waits for a person.
  public private(set) var waitsForPerson: Bool

  /// The first installations of a ramp without steps: enough to judge a ratio by, few enough to hurt nobody.
  static let canary = 1000.0

  /// The beginning of a ramp over about `population` installations; nil when their number is not known.
  public init(shape: RampShape, population: Int64?) {
    switch shape {
    case .steps(let steps): share = steps.first?.share ?? .none
    case .continuous:
      share = Share(fraction: population.map { Self.canary / Double(max(1, $0)) } ?? 0.001)
    case .everybody: share = .all
    }
    step = 0
    elapsed = 0
    elapsedInStep = 0
    waitsForPerson = false
  }

  enum CodingKeys: String, CodingKey {
    case share
    case step
    case elapsed
    case elapsedInStep = "elapsed_in_step"
    case waitsForPerson = "waits_for_person"
  }

  /// Time passes while the rollout runs, is open and healthy.
  /// - Parameter demandIsShort: slots stayed empty because too few of the share came; only then a continuous ramp grows.
  public mutating func advance(by span: Microseconds, shape: RampShape, demandIsShort: Bool) {
    elapsed += span
    elapsedInStep += span
    switch shape {
    case .everybody: share = .all
    case .continuous(let seconds): grow(seconds: seconds, by: span, demandIsShort: demandIsShort)
    case .steps(let steps): advance(through: steps, byPerson: false)
    }
  }

  /// A person opens the next step; false when there is none.
  public mutating func openNextStep(shape: RampShape) -> Bool {
    guard case .steps(let steps) = shape, step + 1 < steps.count else { return false }
    enter(step + 1, of: steps)
    return true
  }

  private mutating func advance(through steps: [RampStep], byPerson: Bool) {
    guard steps.indices.contains(step), step + 1 < steps.count else { return }
    guard elapsedInStep >= steps[step].soakSeconds * .second else { return }
    switch steps[step].gate {
    case .automatic: enter(step + 1, of: steps)
    case .manual: waitsForPerson = true
    }
  }

  private mutating func enter(_ next: Int, of steps: [RampStep]) {
    step = next
    elapsedInStep = 0
    waitsForPerson = false
    share = max(share, steps[next].share)
  }

  /// Grows by a hundredth of itself a second, and at least so that the whole takes a day: fast enough to find the
  /// demand, slow enough that a wrong build meets few installations first.
  private mutating func grow(seconds: Int64, by span: Microseconds, demandIsShort: Bool) {
    guard demandIsShort else { return }
    let parts = Double(share.parts)
    let step = max(parts / 100, Double(Share.all.parts) / 86_400) * span.inSeconds
    let planned = seconds == 0 ? 1 : min(1, elapsed.inSeconds / Double(seconds))
    let grown = min(parts + max(1, step), planned * Double(Share.all.parts))
    share = max(share, Share(parts: Int64(grown)))
  }
}
