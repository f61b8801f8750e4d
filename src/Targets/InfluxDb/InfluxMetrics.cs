using System.Globalization;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// What a server of version 2 counts of its shards, in the text format of Prometheus: <c>NAME{bucket="ID",...} NUMBER</c>.
/// </summary>
/// <param name="lines">Its lines.</param>
internal sealed class InfluxMetrics(IReadOnlyList<string> lines)
{
    /// <summary>Reads an answer.</summary>
    public static InfluxMetrics Read(string text) => new(text.Split('\n'));

    /// <summary>The sum of a number over the shards of a bucket; 0 without a bucket.</summary>
    /// <param name="name">The number's name.</param>
    /// <param name="bucket">The bucket's identifier.</param>
    public long Sum(string name, string? bucket) => bucket is null ? 0 : lines
        .Where(line => line.StartsWith(name + "{", StringComparison.Ordinal)
            && line.Contains($"bucket=\"{bucket}\"", StringComparison.Ordinal))
        .Sum(line => (long)double.Parse(line.AsSpan(line.LastIndexOf('}') + 1), NumberStyles.Float,
            CultureInfo.InvariantCulture));
}
