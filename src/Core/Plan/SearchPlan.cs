using System.Globalization;

namespace DbIngest.Core.Plan;

/// <summary>
/// What a sweep with <c>--find</c> searches at each of its points: the highest rate of arrivals that holds a limit. The points of
/// the configuration then have no rate, and every trial of the journal has one. <c>SearchReader</c> makes it once from the
/// options. <see cref="Searches.SearchState"/> asks it for the range of rates, and <see cref="Sweeps.SearchTrials"/> for the
/// point of each step. The manifest stores it, so its members must not be renamed. Immutable.
/// </summary>
/// <param name="Limit">The limit.</param>
/// <param name="Rates">The rates among which the search looks. Null for the default of <see cref="RatesOf"/>.</param>
/// <param name="Precision">
/// Half-width of the interval, as a share of the rate, that ends a search early. 0 for searches that take all of their trials:
/// their intervals are not narrowed by stopping at a lucky moment.
/// </param>
public sealed record SearchPlan(SearchLimit Limit, SearchRange? Rates, double Precision)
{
    /// <summary>Batches that arrive in a trial at the lowest rate, so that a percentile of them means something.</summary>
    public const int LeastBatches = 100;

    /// <summary>The highest rate as a multiple of the lowest.</summary>
    private const double Span = 1000;

    /// <summary>True if records arrive as a Poisson process.</summary>
    public bool IsPoisson => Rates?.IsPoisson == true;

    /// <summary>The point of the configuration to which a trial of the search belongs.</summary>
    public static Point Searched(Point trial) => trial with { Rate = null };

    /// <summary>
    /// The rates that are searched at a point, in records per second over all sources. Without <see cref="Rates"/> they follow
    /// from batch size and duration, which the point must then have.
    /// </summary>
    public (double Lowest, double Highest) RatesOf(Point point)
    {
        if (Rates is { } given)
        {
            return (given.Lowest, given.Highest);
        }

        // Operations of a mix arrive one by one, not in batches.
        double piece = point.Mix is null ? point.Batch : 1;
        double lowest = Math.Ceiling(Math.Min(
            piece * Math.Max(LeastBatches, point.Sources.Total) / point.DurationS!.Value, ArrivalRate.Largest / Span));
        return (lowest, lowest * Span);
    }

    /// <summary>The point of a trial at a rate.</summary>
    /// <param name="point">A point of the configuration.</param>
    /// <param name="recordsPerS">The rate in records per second over all sources.</param>
    public Point At(Point point, double recordsPerS) => point with { Rate = ArrivalRate.Total(recordsPerS, IsPoisson) };

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture,
        $"{Limit} in {Rates?.ToString() ?? "the rates by default"}{(Precision > 0 ? $" until +-{Precision:0.##%}" : string.Empty)}");
}
