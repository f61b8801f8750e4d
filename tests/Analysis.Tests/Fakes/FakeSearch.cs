using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Fakes;

/// <summary>Answers of searches from 10 to 1,000 records/s that never ran.</summary>
internal static class FakeSearch
{
    public static SearchLimit Limit { get; } =
        SearchLimit.TryParse("p99:100ms", out var limit) ? limit : throw new ArgumentException("limit");

    public static SearchFigures Of(Point point, SearchEnd end, double? rate = null, double low = 0, double high = 0) => new()
    {
        Point = point,
        Limit = Limit,
        End = end,
        RecordsPerS = rate,
        IntervalRecordsPerS = rate is null ? null : new Interval(low, high),
        AskedPrecision = null,
        LowestRecordsPerS = 10,
        HighestRecordsPerS = 1000,
        Steps = [],
    };

    /// <summary>The sweep with a search at its first point.</summary>
    public static SweepSummary With(this FakeSweep sweep, params SearchFigures[] searches) =>
        sweep.Summary with { Searches = searches };
}
