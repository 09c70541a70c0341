/// Apple's validation categories in words.
enum CategoryText {
  static func name(_ category: UInt32) -> String {
    switch category {
    case 0: "invalid"
    case 1: "operating system executable"
    case 2: "TestFlight"
    case 3: "development signing"
    case 4: "App Store"
    case 5: "enterprise or ad hoc"
    case 6: "Developer ID"
    case 7, 8, 9: "system-generated, not an app's"
    case 10: "no other category"
    default: "not documented"
    }
  }
}
