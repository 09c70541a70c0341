import Foundation

extension Double {
  /// The natural logarithm.
  var logarithm: Double { log(self) }
}
