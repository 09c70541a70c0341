import Lifecycle
import Testing

@Suite("secrets")
struct SecretTests {
  private struct Holder {
    let name = "visible"
    let secret = Secret("hunter2")
  }

  @Test("print nothing, by whatever way they are printed")
  func printNothing() {
    var dumped = ""
    dump(Holder(), to: &dumped)
    let printed = ["\(Holder())", String(reflecting: Holder()), "\(Secret("hunter2"))", dumped]
    for text in printed {
      #expect(!text.contains("hunter2"), "\(text)")
      #expect(!text.contains("104"), "the bytes count as well: \(text)")
    }
    #expect(Mirror(reflecting: Secret("hunter2")).children.isEmpty)
  }

  @Test("are there for the one call that needs them")
  func give() {
    #expect(Secret("hunter2").withText { $0 } == "hunter2")
    #expect(Secret([1, 2]).withBytes { $0 } == [1, 2])
    #expect(Secret("").isEmpty)
  }
}
