// swift-tools-version: 6.2
import PackageDescription

// The dependency table below is the architecture: a target imports only what is listed for it, and only downwards.
// `ops/ci/check-layers` holds it against the layer table of ARCHITECTURE.md.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A program whose memory jemalloc allocates: what OpenSSL takes and gives back for each signature is larger than what the
/// C library keeps at hand for a thread, and costs a tenth of a signed request there.
func busyProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: [.linkedLibrary("jemalloc")])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name + "Tests", dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "assay",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "AssayClient", targets: ["AssayClient"]),
    // For Examples/Checkout alone: a package of its own sees only products.
    .library(name: "HTTPServer", targets: ["HTTPServer"]),
    .library(name: "Cryptography", targets: ["Cryptography"]),
    .library(name: "AppleLab", targets: ["AppleLab"]),
    .library(name: "StackTestSupport", targets: ["StackTestSupport"]),
    .executable(name: "assay", targets: ["assay"]),
    .executable(name: "assay-api", targets: ["assay-api"]),
    .executable(name: "assay-worker", targets: ["assay-worker"]),
    .executable(name: "assay-lab", targets: ["assay-lab"]),
  ],
  targets: [
    // Layer 0: the C libraries, as Debian packages them.
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
    .systemLibrary(name: "CCBOR", pkgConfig: "libcbor", providers: [.apt(["libcbor-dev"])]),

    // Layer 1: the one Swift owner of each C library, and what every program needs to run.
    library("Cryptography", ["COpenSSL", "Locking"]),
    library("CBOR", ["CCBOR"]),
    library("Postgres", ["CLibPQ", "Locking"]),
    .target(name: "CMicroHTTPDErrors"),
    library("HTTPServer", ["CMicroHTTPD", "CMicroHTTPDErrors", "Locking", "Timing"]),
    library("HTTPClient", ["CCurl", "Locking"]),
    library("Telemetry", ["Locking"]),
    library("Lifecycle", ["Locking"]),
    library("Locking"),
    library("Timing"),

    // Layer 2: the verification core, and what the service is built on.
    library("AppAttest", ["Cryptography", "CBOR"]),
    library("SchemaMigrator", ["Postgres"]),
    library("EventStore", ["Postgres"]),
    library("Pacing", ["Cryptography"]),
    library("PacingSimulation", ["Pacing"]),
    library("ReceiptRefresh"),
    library("JobQueue", ["Postgres"]),
    library("ReceiptSimulation", ["ReceiptRefresh"]),
    tests("ReceiptRefresh", ["ReceiptRefresh"]),
    tests("ReceiptSimulation", ["ReceiptSimulation", "ReceiptRefresh"]),
    library("DeviceBits"),
    tests("DeviceBits", ["DeviceBits"]),

    // Layer 3: the use cases.
    library(
      "AttestationService",
      [
        "AppAttest", "Cryptography", "DeviceBits", "Postgres", "EventStore", "ReceiptRefresh", "Telemetry", "Lifecycle",
        "Pacing", "Locking", "Timing",
      ]),

    // Layer 4: how people and programs reach the use cases.
    library(
      "AttestationAPI",
      [
        "AttestationService", "AppAttest", "Cryptography", "DeviceBits", "EventStore", "HTTPServer", "Postgres",
        "Telemetry", "Lifecycle", "Pacing", "Locking", "Timing",
      ]),
    library(
      "OperatorCommands",
      [
        "AttestationService", "AppAttest", "Cryptography", "CBOR", "DeviceBits", "Postgres", "SchemaMigrator",
        "EventStore", "JobQueue",
        "Pacing", "PacingSimulation", "ReceiptSimulation", "Lifecycle", "Telemetry", "Timing",
      ]),

    library(
      "AttestationWorker",
      [
        "AttestationService", "AppAttest", "Cryptography", "DeviceBits", "JobQueue", "ReceiptRefresh", "HTTPClient",
        "HTTPServer", "Postgres", "Telemetry", "Lifecycle", "Locking",
      ]),

    // Layer 5: composition only.
    busyProgram("assay-worker", ["AttestationWorker", "AttestationService", "Lifecycle"]),
    program("assay", ["OperatorCommands"]),
    busyProgram("assay-api", ["AttestationAPI", "Lifecycle"]),

    tests(
      "AttestationService", ["AttestationService", "Cryptography", "Postgres", "Locking", "ReceiptRefresh", "Timing"]),
    tests(
      "AttestationAPI",
      [
        "AttestationAPI", "AttestationService", "EventStore", "HTTPServer", "HTTPClient", "Lifecycle", "Telemetry",
        "Postgres",
        "Cryptography", "AppleLab", "PostgresTestSupport",
      ]),
    tests(
      "Administration",
      [
        "OperatorCommands", "AttestationService", "Cryptography", "EventStore", "Lifecycle", "Postgres",
        "PostgresTestSupport", "Locking",
      ]),
    tests("Postgres", ["Postgres", "PostgresTestSupport"]),
    tests("SchemaMigrator", ["SchemaMigrator", "Postgres", "PostgresTestSupport"]),
    tests("EventStore", ["EventStore", "Postgres", "PostgresTestSupport"]),
    tests("DatabaseRules", ["Postgres", "PostgresTestSupport", "SchemaMigrator"]),
    .target(
      name: "PostgresTestSupport", dependencies: ["Postgres", "SchemaMigrator", "Locking"],
      path: "Tests/PostgresTestSupport",
      swiftSettings: strict),

    // The app's side: what tenants build into their apps. It imports nothing of the service.
    library("AssayClient"),
    tests("AssayClient", ["AssayClient", "Cryptography", "Locking"]),
    library("OpenAPIFuzz", ["Locking"]),
    tests("OpenAPIFuzz", ["OpenAPIFuzz"]),
    .target(
      name: "StackTestSupport", dependencies: ["Postgres", "Locking"], path: "Tests/StackTestSupport",
      swiftSettings: strict),
    tests(
      "DeviceSide",
      [
        "AttestationService", "AssayClient", "AppleLab", "Cryptography", "Locking", "OpenAPIFuzz", "Postgres",
        "StackTestSupport", "assay", "assay-api", "assay-worker",
      ]),

    // Test side: never imported by the layers above.
    tests("Pacing", ["Pacing"]),
    tests("Rollouts", ["AttestationService", "Locking", "Pacing", "Postgres", "PostgresTestSupport", "Timing"]),
    tests("PacingSimulation", ["PacingSimulation", "Pacing"]),
    .target(
      name: "WorkerTestSupport",
      dependencies: [
        "AttestationWorker", "AttestationService", "AppleLab", "Cryptography", "HTTP2TestServer", "Postgres",
        "PostgresTestSupport", "Lifecycle", "Locking", "Telemetry",
      ], path: "Tests/WorkerTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "worker-drill", dependencies: ["WorkerTestSupport", "AppleLab", "Postgres"], path: "Tests/worker-drill",
      swiftSettings: strict),
    tests(
      "AttestationWorker",
      [
        "AttestationWorker", "AttestationService", "AppleLab", "Cryptography", "EventStore", "JobQueue",
        "ReceiptRefresh", "Lifecycle", "Postgres", "PostgresTestSupport", "WorkerTestSupport",
      ]),
    tests("AppleServer", ["AppleLab", "Cryptography"]),
    library("HTTP2TestServer", ["CNGHTTP2", "Cryptography"]),
    library("AppleLab", ["Cryptography", "HTTP2TestServer", "Locking"]),
    .target(name: "CLabEpoll"),
    library("LabLoad", ["AppleLab", "Cryptography", "CLabEpoll", "Locking"]),
    tests("AppleLab", ["AppleLab", "Cryptography"]),
    library("LabCommands", ["AppleLab", "LabLoad", "Cryptography", "HTTPClient"]),
    program("assay-bench", ["AppAttest", "AppleLab", "Cryptography"]),
    busyProgram("assay-lab", ["LabCommands"]),
    .target(name: "MutationTestSupport", path: "Tests/MutationTestSupport", swiftSettings: strict),
    tests("LabConformance", ["AppleLab", "AppAttest", "CBOR", "Cryptography", "MutationTestSupport"]),
    tests("CryptographyIssuing", ["Cryptography"]),
    tests(
      "LabService",
      [
        "LabCommands", "LabLoad", "AppleLab", "AppAttest", "Cryptography", "HTTPServer", "Locking", "StackTestSupport",
        "assay", "assay-api",
      ]),

    // Tests of what every program stands on.
    tests("HTTPServer", ["HTTPServer", "Locking"]),
    tests("HTTPClient", ["HTTPClient", "HTTPServer", "Locking"]),
    tests("Lifecycle", ["Lifecycle", "Locking"]),
    tests("Locking", ["Locking"]),
    tests("Telemetry", ["Telemetry"]),

    // Tests of the verification core and of the command line.
    tests("Cryptography", ["Cryptography"]),
    tests("CBOR", ["CBOR"]),
    tests("AppAttest", ["AppAttest", "Cryptography", "CBOR", "MutationTestSupport"]),
    tests("OperatorCommands", ["OperatorCommands", "AppleLab", "Cryptography", "Locking"]),
  ]
)

// The fuzz targets need a sanitizer and are built by `ops/ci/fuzz` only.
if Context.environment["ASSAY_FUZZ"] == "1" {
  package.targets.append(
    .executableTarget(
      name: "assay-fuzz", dependencies: ["AppAttest", "AttestationAPI", "AttestationService", "CBOR", "Cryptography"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
  package.products.append(.executable(name: "assay-fuzz", targets: ["assay-fuzz"]))
}

// A run under a sanitizer builds again all that it runs: `ASSAY_ONLY_TESTS` names the test targets that count, with commas,
// and everything that none of them needs is left out.
if let list = Context.environment["ASSAY_ONLY_TESTS"] {
  var kept: Set<String> = []
  var wanted = list.split(separator: ",").map(String.init)
  while let name = wanted.popLast() {
    guard kept.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else { continue }
    for case .byNameItem(let dependency, _) in target.dependencies { wanted.append(dependency) }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll()
}
