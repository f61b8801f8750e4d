using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text.Json.Serialization;
using DbIngest.Abstractions.Notation;

namespace DbIngest.Core.Plan;

/// <summary>
/// The rates among which a search looks (<c>--find-rates</c>): <c>10k..1M</c> records per second over all sources, equally spaced
/// arrivals, or <c>10k..1M:poisson</c>. A <see cref="SearchPlan"/> holds it. Option and manifest carry its text, so the form must
/// stay readable. Immutable.
/// </summary>
[JsonConverter(typeof(WrittenJsonConverter<SearchRange>))]
public sealed record SearchRange : IWritten<SearchRange>
{
    private const string Separator = "..";

    private SearchRange(ArrivalRate lowest, ArrivalRate highest)
    {
        Lowest = lowest.RecordsPerS;
        Highest = highest.RecordsPerS;
        IsPoisson = highest.IsPoisson;
    }

    /// <inheritdoc/>
    public static string Form => "A range of rates is 10k..1M, with :poisson behind it or nothing, the lower rate first.";

    /// <summary>The lowest rate in records per second over all sources.</summary>
    public double Lowest { get; }

    /// <summary>The highest rate in records per second over all sources.</summary>
    public double Highest { get; }

    /// <summary>True if records arrive as a Poisson process.</summary>
    public bool IsPoisson { get; }

    /// <summary>Parses what <see cref="ToString"/> writes, and numbers with the suffixes <c>k</c> and <c>M</c>.</summary>
    /// <param name="text">The text. Null is invalid.</param>
    /// <param name="value">The range, if the text is valid.</param>
    /// <returns>True for a valid text.</returns>
    public static bool TryParse(string? text, [NotNullWhen(true)] out SearchRange? value)
    {
        string[] ends = (text ?? string.Empty).Split(Separator);
        value = ends.Length == 2 && ArrivalRate.TryParse(ends[0], out var lowest) && !lowest.IsPoisson && IsWhole(lowest)
            && ArrivalRate.TryParse(ends[1], out var highest) && IsWhole(highest) && lowest.RecordsPerS < highest.RecordsPerS
            ? new SearchRange(lowest, highest) : null;
        return value is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"{Lowest:0.######}{Separator}{ArrivalRate.Total(Highest, IsPoisson)}");

    private static bool IsWhole(ArrivalRate rate) => !rate.IsPerSource && rate.Stages.Count == 0;
}
