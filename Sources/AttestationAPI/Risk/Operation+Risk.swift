import AttestationService

extension Operation {
  static let readRisk = Operation(
    id: "readRisk", method: "GET", pattern: PathPattern("/v1/apps/{app_id}/risk/{report}"),
    summary: "A risk report of an app (\(RiskReport.allCases.map(\.rawValue).joined(separator: ", "))). "
      + "CSV with Accept: text/csv. A metric that is missing is null, never zero.", scope: .risk,
    query: [
      Parameter(name: "since", schema: .text(description: "Not before; RFC 3339.")),
      Parameter(name: "until", schema: .text(description: "Before; RFC 3339.")),
      Parameter(name: "minimum_metric", schema: .integer(1...1_000_000, description: "Only metrics of at least this.")),
      Parameter(name: "limit", schema: .integer(1...10_000, description: "At most so many rows; 100 unless given.")),
    ],
    answers: [
      Answer(
        status: 200, description: "Found.",
        schema: .object(
          [
            .required("report", .word(RiskReport.allCases.map(\.rawValue), description: "Which report.")),
            .required(
              "rows", .list(.anything(description: "Columns by name."), description: "The rows.")),
          ], description: "A report."))
    ])

  private static let threshold = Schema.object(
    [
      .required("raise_at", .integer(1...1_000, description: "The tenant is told when a metric is this or more.")),
      .required("clear_at", .integer(0...999, description: "It is over when the metric is this or less.")),
    ], description: "Between the two marks nothing changes.")

  static let setRiskThreshold = Operation(
    id: "setRiskThreshold", method: "PUT", pattern: PathPattern("/v1/apps/{app_id}/risk-threshold"),
    summary: "Set the metric at which the feed and the webhooks say risk_threshold_crossed.", scope: .manage,
    body: threshold, answers: [Answer(status: 200, description: "In force.", schema: threshold)])

  static let removeRiskThreshold = Operation(
    id: "removeRiskThreshold", method: "DELETE", pattern: PathPattern("/v1/apps/{app_id}/risk-threshold"),
    summary: "Set no threshold any more.", scope: .manage,
    answers: [Answer(status: 204, description: "Removed.", schema: nil)], isIdempotencyKeyed: true)

  static let risk = [readRisk, setRiskThreshold, removeRiskThreshold]
}
