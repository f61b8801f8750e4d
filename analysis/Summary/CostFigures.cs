using System.Text.Json.Serialization;
using DbIngest.Analysis.Statistics;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// The cost of records at given prices (<c>--price</c>): of a million, and of a month at a stated rate. Machines are paid by the
/// hour whether they are busy or not; sources are not paid. No rule and no ranking reads it.
/// </summary>
/// <remarks>
/// <see cref="PointSummaries"/> computes it for a point, and <see cref="SearchFigures"/> for a search. <c>summary.json</c>
/// contains the members, so none may be renamed.
/// </remarks>
public sealed record CostFigures
{
    /// <summary>Hours of a month: 365 days / 12.</summary>
    public const double HoursOfMonth = 365 * 24 / 12.0;

    private const double BytesPerGb = 1e9;
    private const double SecondsPerHour = 3600;

    /// <summary>Price of an hour of all machines of the database; null when one has no price.</summary>
    public double? PerH { get; init; }

    /// <summary>
    /// Price of the time in which a million records (operations of a mix) are acknowledged; null without a price or a throughput.
    /// </summary>
    public double? PerMillion { get; init; }

    /// <summary>
    /// Interval of <see cref="PerMillion"/>, from that of the throughput. Null without an interval whose bounds are above 0.
    /// </summary>
    public Interval? IntervalPerMillion { get; init; }

    /// <summary>Requested rate of the month in records per second; null if none was asked for.</summary>
    public double? MonthRecordsPerS { get; init; }

    /// <summary>
    /// True when the whole interval of the throughput lies at or above this rate, false when all of it lies below. Null when the
    /// rate lies within the interval, where the database keeps up with fewer records that arrive (<c>--rate</c>), and without a
    /// rate or an interval.
    /// </summary>
    public bool? HoldsRate { get; init; }

    /// <summary>
    /// Price of the machines for a month. Null without a requested rate, without a throughput, and when the database does not
    /// hold the rate. Set when <see cref="HoldsRate"/> is open.
    /// </summary>
    public double? MonthMachines { get; init; }

    /// <summary>
    /// Price of storing the records of one month for one month. Null where <see cref="MonthMachines"/> would be, and without a
    /// price of storage or a measured space.
    /// </summary>
    public double? MonthStorage { get; init; }

    /// <summary>Why <see cref="PerH"/> and what follows from it are null; null when all machines have a price.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? NotPriced { get; init; }

    /// <summary>The currency; null if none was named.</summary>
    public string? Currency { get; init; }

    /// <summary>Computes costs.</summary>
    /// <param name="prices">The prices.</param>
    /// <param name="database">Name of the database.</param>
    /// <param name="machines">One entry per machine of the database, with the names under which a price may name it.</param>
    /// <param name="perS">Records per second; null where a point has no figures.</param>
    /// <param name="interval">Interval of the rate.</param>
    /// <param name="bytesPerRecord">Stored bytes per record; null or 0 if not measured.</param>
    /// <param name="arrivingPerS">
    /// Records that arrive per second, which bound the throughput; null in a closed loop and where the database falls behind.
    /// </param>
    public static CostFigures Of(Prices prices, string database, IReadOnlyList<IReadOnlyList<string>> machines, double? perS,
        Interval? interval, double? bytesPerRecord, double? arrivingPerS = null)
    {
        double? hour = prices.HourOf(database, machines, out string? missing);
        bool? holds = prices.RecordsPerS is not { } rate || interval is not { } range ? null
            : range.Low >= rate ? true : range.High < rate && !(arrivingPerS < rate) ? false : null;
        bool isMonth = prices.RecordsPerS is not null && perS is not null && holds is not false;
        return new CostFigures
        {
            PerH = hour,
            PerMillion = hour is { } price && perS is > 0 ? MillionOf(price, perS.Value) : null,
            IntervalPerMillion = hour is { } paid && interval is { Low: > 0 } borne
                ? borne.Dividing(MillionOf(paid, 1)) : null,
            MonthRecordsPerS = prices.RecordsPerS,
            HoldsRate = holds,
            MonthMachines = isMonth ? hour * HoursOfMonth : null,
            MonthStorage = isMonth && bytesPerRecord > 0
                ? prices.RecordsPerS * SecondsPerHour * HoursOfMonth * bytesPerRecord / BytesPerGb * prices.PerGbMonth : null,
            NotPriced = missing is null ? null : $"{missing} has no price; give --price 0.12/h for each machine, or "
                + $"{missing}=0.12/h",
            Currency = prices.Currency,
        };
    }

    /// <summary>The price of a million records.</summary>
    /// <param name="perH">Price of an hour.</param>
    /// <param name="perS">Records per second.</param>
    internal static double MillionOf(double perH, double perS) => perH / SecondsPerHour * 1e6 / perS;
}
