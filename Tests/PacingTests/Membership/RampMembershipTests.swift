import Pacing
import Testing

@Suite struct RampMembershipTests {
  private let membership = RampMembership(salt: [UInt8](repeating: 7, count: 32))

  @Test("a greater share holds everybody whom a smaller one held", arguments: 0..<200)
  func growsOnly(index: Int) {
    let installation = Array("installation-\(index)".utf8)
    var wasIn = false
    for percent in 0...100 {
      let isIn = membership.contains(installation, share: Share(fraction: Double(percent) / 100))
      #expect(isIn || !wasIn)
      wasIn = isIn
    }
    #expect(wasIn)
  }

  @Test("the same installation stands at the same place after a restart")
  func isDeterministic() {
    let again = RampMembership(salt: [UInt8](repeating: 7, count: 32))
    #expect(membership.position(of: [1, 2, 3]) == again.position(of: [1, 2, 3]))
  }

  @Test("a share of a tenth holds about a tenth")
  func isUniform() {
    let inside = (0..<20_000).count { membership.contains(Array("i\($0)".utf8), share: Share(fraction: 0.1)) }
    #expect((1_850...2_150).contains(inside))
  }

  @Test("nobody is in no share")
  func none() { #expect(!RampMembership.holds(0, share: .none)) }
}
