namespace DbIngest.Core.Plan;

/// <summary>
/// Declares the axes of how many series a source's records belong to, and how fast series are replaced. <see cref="SweepAxes"/>
/// registers them. Keys of points contain their values, so no written form may change.
/// </summary>
internal static class SeriesAxes
{
    private const string None = "none";

    /// <summary>Series of each source. Absent without <c>--series</c>.</summary>
    public static TextAxis<SeriesCount> Series() => new()
    {
        Name = "series",
        Field = "series",
        Summary = "Series of each source, as one gateway reports for many devices: 1k,1M, each record of the next series in "
            + "turn; 1k:hotspot sends 80% of the records to a fifth of the series; none to compare with. Each record carries the "
            + "number of its series, which the database keeps as it keeps the identity of a device.",
        DefaultMeaning = "one, the source",
        Wanted = "a number of series; write 1000, 10k or 10k:hotspot, at most 10M, or none",
        Reads = SeriesCount.TryParse,
        Measures = series => series.Count,
        MaximumText = "10,000,000",
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 57,
        PlotTitle = "series a source",
        Kinds = series => series.IsHotspot ? "hotspot" : string.Empty,
        PhraseWhenAbsent = "one series a source",
        TextAsAbsent = None,
        Shows = series => series.Words,
        Says = series => series.Words,
    };

    /// <summary>The share of series that is replaced per minute. Absent without <c>--churn</c>.</summary>
    public static TextAxis<Churn> Churn() => new()
    {
        Name = "churn",
        Field = "churn",
        Summary = "Series of --series that end and that new ones replace: 1%/min is one in a hundred in each minute of the "
            + "records' own time, as where devices are exchanged or containers started again. none to compare with.",
        DefaultMeaning = "none, each series lasts",
        Wanted = "churn; write 1%/min, at most 100%/min, or none",
        Reads = Plan.Churn.TryParse,
        Measures = churn => 100.0 * churn.MillionthsPerMinute / WrittenShare.Whole,
        MaximumText = "100%/min",
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 58,
        PlotTitle = "% of series replaced a minute",
        PhraseWhenAbsent = "each series lasts",
        TextAsAbsent = None,
        Shows = churn => churn.Words,
        Says = churn => churn.Words,
    };
}
