import Foundation

extension AppPolicy {
  /// Reads a policy from JSON text. Throws `PolicyProblem`.
  public init(json: [UInt8]) throws {
    do {
      self = try JSONDecoder().decode(AppPolicy.self, from: Data(json))
    } catch let problem as PolicyProblem {
      throw problem
    } catch let DecodingError.dataCorrupted(context) {
      throw (context.underlyingError as? PolicyProblem) ?? PolicyProblem(context.codingPath, "is not JSON")
    } catch {
      throw PolicyProblem([], "is not an object")
    }
  }

  /// The policy with all its defaults written out, as JSON text with sorted keys.
  public var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return [UInt8](try encoder.encode(self))
    }
  }
}
