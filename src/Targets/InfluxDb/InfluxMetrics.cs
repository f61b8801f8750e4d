using System.Globalization;

namespace DbIngest.Targets.InfluxDb;

/// <summary>
/// Parses the shard counters of a version 2 server in the text format of Prometheus: <c>NAME{bucket="ID",...} NUMBER</c>.
/// <see cref="InfluxApi2"/> reads them at each poll while a trial settles, and to measure space. Immutable.
/// </summary>
/// <param name="lines">Lines of the answer.</param>
internal sealed class InfluxMetrics(IReadOnlyList<string> lines)
{
    /// <summary>Parses an answer of <c>/metrics</c>.</summary>
    public static InfluxMetrics Read(string text) => new(text.Split('\n'));

    /// <summary>Sums a counter over the shards of a bucket. 0 without a bucket.</summary>
    /// <param name="name">Name of the counter.</param>
    /// <param name="bucket">Id of the bucket, or null.</param>
    public long Sum(string name, string? bucket) => bucket is null ? 0 : lines
        .Where(line => line.StartsWith(name + "{", StringComparison.Ordinal)
            && line.Contains($"bucket=\"{bucket}\"", StringComparison.Ordinal))
        .Sum(line => (long)double.Parse(line.AsSpan(line.LastIndexOf('}') + 1), NumberStyles.Float,
            CultureInfo.InvariantCulture));
}
