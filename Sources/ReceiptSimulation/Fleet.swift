import Foundation

/// The simulated devices: when each attested, and which keys it holds.
struct Fleet {
  /// Keys of a device, in the order of their attestation.
  var keysOfDevice: [[Int]]
  var deviceOfKey: [Int]
  var attestedAt: [Date]
  var teamOfKey: [Int]

  /// A third of the keys attest in the two hours of a launch, the others evenly over two thirds of the time;
  /// three keys in twenty are a later key of a device that already has one.
  init(_ settings: SimulationSettings, start: Date, random: inout SeededRandom) {
    keysOfDevice = []
    deviceOfKey = []
    attestedAt = []
    teamOfKey = []
    let span = Double(settings.days) * 86_400 * 2 / 3
    for key in 0..<settings.keys {
      let roll = random.fraction()
      let again = roll < 0.15 && !keysOfDevice.isEmpty
      let device = again ? Int.random(in: 0..<keysOfDevice.count, using: &random) : keysOfDevice.count
      if !again { keysOfDevice.append([]) }
      let launch = !again && roll < 0.48
      attestedAt.append(start.addingTimeInterval(random.fraction() * (launch ? 7_200 : span)))
      deviceOfKey.append(device)
      teamOfKey.append(device % 4)
      keysOfDevice[device].append(key)
    }
    for device in keysOfDevice.indices {
      keysOfDevice[device].sort { attestedAt[$0] < attestedAt[$1] }
    }
  }

  func attestations(ofDevice device: Int, until now: Date) -> [Date] {
    keysOfDevice[device].map { attestedAt[$0] }.filter { $0 <= now }
  }
}
