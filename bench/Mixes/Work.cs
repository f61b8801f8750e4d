using System.Globalization;

namespace DbIngest.Bench.Mixes;

/// <summary>The operations that both sides of a <see cref="Comparison"/> execute.</summary>
/// <param name="Rows">Rows that are there.</param>
/// <param name="Seconds">How long a run lasts.</param>
/// <param name="Rate">Operations a second that are asked for; null for as many as there can be.</param>
/// <param name="ReadPercent">Reads among 100 operations; the others update whole rows.</param>
/// <param name="Threads">Threads that serve our clients; null for one each.</param>
internal sealed record Work(int Rows, int Seconds, int? Rate, int ReadPercent, int? Threads)
{
    /// <summary>Clients, each with one operation at a time.</summary>
    public const int Clients = 32;

    /// <summary>Values of a row: DbIngest writes ten doubles, YCSB ten texts of as many bytes.</summary>
    public const int Values = 10;

    /// <summary>The mix in our words.</summary>
    /// <param name="keys">The law of keys.</param>
    public string Mix(string keys) => string.Join(',',
        new[]
        {
            ReadPercent > 0 ? string.Create(CultureInfo.InvariantCulture, $"read={ReadPercent}") : null,
            ReadPercent < 100 ? string.Create(CultureInfo.InvariantCulture, $"update={100 - ReadPercent}") : null,
            $"keys={keys}:shared",
        }.OfType<string>());
}
