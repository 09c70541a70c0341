import Pacing

extension RolloutEvent {
  /// The number of the event's type in the database.
  var number: Int16 {
    switch self {
    case .created: 100
    case .started: 101
    case .paused: 102
    case .resumed: 103
    case .aborted: 104
    case .rateSet: 105
    case .paceChanged: 106
    case .shareGrew: 107
    case .completed: 108
    }
  }
}

extension RolloutKind {
  /// The number of the kind in the database.
  var number: Int16 {
    switch self {
    case .first: 1
    case .recovery: 2
    case .surge: 3
    }
  }
}

extension RolloutState {
  /// The number of the state in the database.
  var number: Int16 {
    switch self {
    case .draft: 1
    case .running: 2
    case .paused: 3
    case .completed: 4
    case .aborted: 5
    }
  }
}
