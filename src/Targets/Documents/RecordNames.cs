using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Documents;

/// <summary>
/// Names of a record's fields in a document. The document databases (MongoDB, Couchbase) use the full names, or the shortest ones
/// if the user asks for small documents. The collection or table of a trial creates one, for its writers and its audit.
/// <c>verify</c> reads the documents of an earlier run by these names, so no name may change. Immutable.
/// </summary>
internal sealed class RecordNames
{
    // One letter for each of the first 48 values, without the four letters of the fixed fields. Stored names: do not reorder.
    private const string Letters = "abcdefghijklmoprvwxyzuABCDEFGHIJKLMNOPQRSTUVWXYZ";

    private RecordNames(string source, string sequence, string timestamp, string quality, IEnumerable<string> values)
    {
        (Source, Sequence, Timestamp, Quality) = (source, sequence, timestamp, quality);
        Values = [.. values];
    }

    public string Source { get; }

    public string Sequence { get; }

    public string Timestamp { get; }

    public string Quality { get; }

    public IReadOnlyList<string> Values { get; }

    /// <summary>The names of the schema.</summary>
    public static RecordNames Full(RecordSchema schema) =>
        new("source", "sequence", "timestamp", "quality", schema.Values.Select(v => v.Name));

    /// <summary>One letter per field, two from the 49th value on.</summary>
    public static RecordNames Short(RecordSchema schema) =>
        new("s", "n", "t", "q", Enumerable.Range(0, schema.ValueCount).Select(Letter));

    /// <summary>A name as the bytes of a document.</summary>
    public static byte[] Utf8(string name) => Encoding.UTF8.GetBytes(name);

    private static string Letter(int index) => index < Letters.Length
        ? Letters[index].ToString()
        : $"{Letters[(index / Letters.Length) - 1]}{Letters[index % Letters.Length]}";
}
