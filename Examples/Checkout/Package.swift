// swift-tools-version: 6.2
import PackageDescription

// A tenant's backend and its app, over Assay as a package beside it. The backend speaks to Assay's service API; the app is
// `AssayClient` on a simulated device.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func assay(_ name: String) -> Target.Dependency { .product(name: name, package: "assay") }

let package = Package(
  name: "checkout",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "assay", path: "../..")],
  targets: [
    .target(
      name: "CheckoutServer", dependencies: [assay("HTTPServer"), assay("Cryptography")], swiftSettings: strict),
    .target(
      name: "CheckoutApp", dependencies: [assay("AssayClient"), assay("AppleLab"), assay("Cryptography")],
      swiftSettings: strict),
    .executableTarget(
      name: "checkout-server", dependencies: ["CheckoutServer", assay("HTTPServer")], swiftSettings: strict),
    .executableTarget(
      name: "checkout-app", dependencies: ["CheckoutApp", assay("AssayClient"), assay("AppleLab")],
      swiftSettings: strict),
    .testTarget(
      name: "CheckoutTests",
      dependencies: [
        "CheckoutServer", "CheckoutApp", assay("AssayClient"), assay("AppleLab"), assay("HTTPServer"),
        assay("Cryptography"), assay("StackTestSupport"),
      ], swiftSettings: strict),
  ]
)
