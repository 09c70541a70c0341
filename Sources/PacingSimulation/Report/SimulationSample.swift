/// One hour of a simulated rollout, in averages.
struct SimulationSample: Sendable {
  var requestsPerSecond: Double
  var limit: Double
  var pace: Double
  var share: Double
  var completed: Double
}
