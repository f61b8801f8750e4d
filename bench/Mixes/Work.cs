using System.Globalization;

namespace DbIngest.Bench.Mixes;

/// <summary>The operations that both sides of a <see cref="Comparison"/> execute.</summary>
/// <param name="Rows">Number of rows in the table.</param>
/// <param name="Seconds">Duration of a run in seconds.</param>
/// <param name="Rate">Requested operations per second; null for no limit.</param>
/// <param name="ReadPercent">Reads per 100 operations. The others update whole rows.</param>
/// <param name="Threads">Threads that serve the product's clients; null for one per client.</param>
internal sealed record Work(int Rows, int Seconds, int? Rate, int ReadPercent, int? Threads)
{
    /// <summary>Clients, each with one operation at a time.</summary>
    public const int Clients = 32;

    /// <summary>Values of a row: DbIngest writes ten doubles, YCSB ten texts of as many bytes.</summary>
    public const int Values = 10;

    /// <summary>The mix as a value of <c>--mix</c>.</summary>
    /// <param name="keys">The distribution of keys.</param>
    public string Mix(string keys) => string.Join(',',
        new[]
        {
            ReadPercent > 0 ? string.Create(CultureInfo.InvariantCulture, $"read={ReadPercent}") : null,
            ReadPercent < 100 ? string.Create(CultureInfo.InvariantCulture, $"update={100 - ReadPercent}") : null,
            $"keys={keys}:shared",
        }.OfType<string>());
}
