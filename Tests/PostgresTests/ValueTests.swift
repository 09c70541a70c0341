import Foundation
import Postgres
import PostgresTestSupport
import Testing

@Suite("Values in binary form")
struct ValueTests {
  @Test("every kind of value arrives as the server reads it, and comes back the same")
  func roundTrip() throws {
    let connection = try PipelineConnection(TestServer.current().configuration())
    let date = Date(timeIntervalSince1970: 1_776_800_000.123456)
    func echo<V: PostgresDecodable>(_ value: PostgresValue, _ type: String, as: V.Type = V.self) throws -> V {
      try connection.query("select $1::\(type)", [value]).single().decode(0)
    }
    #expect(try echo(.bool(true), "boolean") == true)
    #expect(try echo(.int2(-3), "smallint", as: Int16.self) == -3)
    #expect(try echo(.int4(.min), "integer", as: Int32.self) == .min)
    #expect(try echo(.int8(.max), "bigint", as: Int64.self) == .max)
    #expect(try echo(.double(0.1), "float8") == 0.1)
    #expect(try echo(.text("grüße 👋"), "text") == "grüße 👋")
    #expect(try echo(.bytes([0, 255, 0]), "bytea") == [0, 255, 0] as [UInt8])
    #expect(try echo(.bytes([]), "bytea") == [] as [UInt8])
    #expect(try echo(.text(""), "text") == "")
    #expect(try echo(.json("{\"a\":1}"), "jsonb") == "{\"a\": 1}")
    #expect(try abs(echo(.timestamp(date), "timestamptz", as: Date.self).timeIntervalSince(date)) < 0.000_001)
    #expect(try echo(.transactionID(1 << 40), "xid8", as: UInt64.self) == 1 << 40)
    #expect(try echo(.int8Array([1, -2]), "bigint[]") == [1, -2] as [Int64])
    #expect(try echo(.int4Array([1]), "integer[]") == [1] as [Int32])
    #expect(try echo(.int2Array([]), "smallint[]") == [] as [Int16])
    #expect(try echo(.boolArray([true, false]), "boolean[]") == [true, false])
    #expect(try echo(.textArray(["a", "", "{,}"]), "text[]") == ["a", "", "{,}"])
    #expect(try echo(.bytesArray([[1], []]), "bytea[]") == [[1], []] as [[UInt8]])
    #expect(try echo(.jsonArray(["null", "[1]"]), "jsonb[]") == ["null", "[1]"])
  }

  @Test("null, another type and a missing column are errors, never a trap")
  func mismatches() throws {
    let connection = try PipelineConnection(TestServer.current().configuration())
    let row = try connection.query("select null::bigint as a, 'x'::text as b, array[null]::bigint[] as c").single()
    #expect(try row.decodeIfPresent("a", as: Int64.self) == nil)
    #expect(throws: PostgresError.self) { try row.decode("a", as: Int64.self) }
    #expect(throws: PostgresError.self) { try row.decode("b", as: Int64.self) }
    #expect(throws: PostgresError.self) { try row.decode("c", as: [Int64].self) }
    #expect(throws: PostgresError.self) { try row.decode("d", as: Int64.self) }
    #expect(throws: PostgresError.self) { try row.decode(99, as: Int64.self) }
    #expect(throws: PostgresError.self) { try connection.query("select 1 where false").single() }
  }

  @Test("binds and configurations print nothing of their content")
  func quiet() throws {
    #expect("\(PostgresValue.text("hunter2"))" == "****")
    #expect(!"\(PostgresStatement("select $1", [.text("hunter2")]))".contains("hunter2"))
    #expect(!"\(PostgresConfiguration(conninfo: "password=hunter2"))".contains("hunter2"))
  }
}
