using System.Globalization;

namespace DbIngest.Core.Plan;

/// <summary>
/// Declares the axes of a source's stream: late records, old periods, batches that are sent twice, probes and questions beside
/// the load, records stored before, and values that are added meanwhile. <see cref="SweepAxes"/> registers them. Field names are
/// keys in result files, so none may change. Keys of points and journals contain the values, so no written form may change, and a
/// notation that was accepted must stay accepted.
/// </summary>
internal static class StreamAxes
{
    private const string None = "none";

    /// <summary>The share of records that come late. Absent without <c>--disorder</c>.</summary>
    public static TextAxis<Disorder> Disorder() => new()
    {
        Name = "disorder",
        Field = "disorder",
        Summary = "Records that come late: 10%:1h is one in ten of each source, up to an hour after its place by its time, or none "
            + "to compare with. Only the order of the records changes.",
        DefaultMeaning = "none, each source sends in the order of time",
        Wanted = "disorder; write 10%:1h, a share of at most 50% and a time of at most 744h in us, ms, s, m or h, or none",
        Reads = Plan.Disorder.TryParse,
        Measures = disorder => 100.0 * disorder.Millionths / WrittenShare.Whole,
        MaximumText = "50%, 744h",
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 51,
        PlotTitle = "% of records late",
        Kinds = disorder => disorder.IsNone ? string.Empty : FormattableString.Invariant($"up to {disorder.MostS:0.######} s"),
        PhraseWhenAbsent = "in order of time",
        TextAsAbsent = None,
        Shows = disorder => disorder.Words,
        Says = disorder => disorder.Words,
    };

    /// <summary>The share of batches that are sent twice. Absent without <c>--duplicates</c>.</summary>
    public static TextAxis<Duplicates> Duplicates() => new()
    {
        Name = "duplicates",
        Field = "duplicates",
        Summary = "Batches that each source sends twice, as a device does that missed an acknowledgement: 1% is every hundredth, "
            + "or none to compare with. The audit expects one copy or both, by what the database declares. Throughput counts "
            + "each record once.",
        DefaultMeaning = "none, each batch is sent once",
        Wanted = "duplicates; write a share as 1%, at most 100%, or none",
        Reads = Plan.Duplicates.TryParse,
        Measures = duplicates => 100.0 * duplicates.Millionths / WrittenShare.Whole,
        MaximumText = "100%",
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 52,
        PlotTitle = "% of batches sent twice",
        PhraseWhenAbsent = "each sent once",
        TextAsAbsent = None,
        Shows = duplicates => duplicates.Words,
        Says = duplicates => duplicates.Words,
    };

    /// <summary>The share of batches that hold an old period. Absent without <c>--backfill</c>.</summary>
    public static TextAxis<Backfill> Backfill() => new()
    {
        Name = "backfill",
        Field = "backfill",
        Summary = "Batches of an old period between the new ones, as of equipment that was offline: 20%:30d is one batch in five of "
            + "each source, from a period that ended 30 days before the new one began, or none to compare with. Each period is "
            + "sent in the order of time.",
        DefaultMeaning = "none, each source sends new records only",
        Wanted = "backfill; write 20%:30d, a share of at most 90% and a time of at most 10y with its unit, or none",
        Reads = Plan.Backfill.TryParse,
        Measures = backfill => 100.0 * backfill.Millionths / WrittenShare.Whole,
        MaximumText = "90%, 10y",
        IsOptional = true,
        DecidesCeiling = true,
        RunsOtherCode = true,
        Nesting = 55,
        PlotTitle = "% of batches from an old period",
        Kinds = backfill => backfill.IsNone ? string.Empty : FormattableString.Invariant($"{backfill.GapS:0.######} s before"),
        PhraseWhenAbsent = "new records only",
        TextAsAbsent = None,
        Shows = backfill => backfill.Words,
        Says = backfill => backfill.Words,
    };

    /// <summary>How often a probe reads what was acknowledged last. Absent without <c>--freshness</c>.</summary>
    public static TextAxis<ProbeRate> Freshness() => new()
    {
        Name = "freshness",
        Field = "freshness",
        Summary = "Measures how long after its acknowledgement a query sees a record: 10/s probes ten times a second, over all "
            + "sources, by reads of single records beside the load, or none to compare with. The table has the key that reads need.",
        DefaultMeaning = "none, nothing is read before the audit",
        Wanted = "freshness; write a number of probes per second as 10/s, at most 1000/s, or none",
        Reads = ProbeRate.TryParse,
        Measures = probes => probes.PerS,
        MaximumText = "1000/s",
        IsOptional = true,
        FollowsLoad = true,
        RunsOtherCode = true,
        Nesting = 53,
        PlotTitle = "probes/s",
        PhraseWhenAbsent = "nothing read meanwhile",
        Shows = probes => probes.Words("probes"),
        Says = probes => probes.Words("probes"),
    };

    /// <summary>How often questions about time ranges are asked beside the load. Absent without <c>--queries</c>.</summary>
    public static TextAxis<ProbeRate> Queries() => new()
    {
        Name = "queries",
        Field = "queries",
        Summary = "Asks questions about time ranges beside the load: 10/s asks ten times a second, over all sources and in turn, "
            + "for the newest record of a source, its maximum of each hour, how many of its records lie above a threshold, and the "
            + "mean of each hour and source, over the last 12 hours of records; or none to compare with. Each answer is checked.",
        DefaultMeaning = "none, nothing is read before the audit",
        Wanted = "queries; write a number per second as 10/s, at most 1000/s, or none",
        Reads = ProbeRate.TryParse,
        Measures = queries => queries.PerS,
        MaximumText = "1000/s",
        IsOptional = true,
        FollowsLoad = true,
        RunsOtherCode = true,
        Nesting = 56,
        PlotTitle = "queries/s",
        PhraseWhenAbsent = "no questions meanwhile",
        TextAsAbsent = None,
        Shows = queries => queries.Words("queries"),
        Says = queries => queries.Words("queries"),
    };

    /// <summary>The records that a table stores before a trial. Absent without <c>--prefill</c>.</summary>
    public static TextAxis<Prefill> Prefill() => new()
    {
        Name = "prefill",
        Field = "prefill",
        Summary = "Records that are loaded before each trial, over all sources, so that it writes into a table that already "
            + "holds data: 1M, or none to compare with. The trial's time leaves out their load. The audit reads them as well.",
        DefaultMeaning = "none, each trial begins with an empty table",
        Wanted = "a number of records; write 1M, at most 1G, or none",
        Reads = Plan.Prefill.TryParse,
        Measures = prefill => prefill.Records,
        MaximumText = "1,000,000,000",
        IsOptional = true,
        Nesting = 54,
        PlotTitle = "records stored before",
        PhraseWhenAbsent = "an empty table",
        TextAsAbsent = None,
        Shows = prefill => prefill.IsNone ? "none" : prefill.Records.ToString("#,0", CultureInfo.InvariantCulture),
        Says = prefill => prefill.Words,
    };

    /// <summary>The values that each trial adds to its table while it runs. Absent without <c>--add-values</c>.</summary>
    public static TextAxis<AddedValues> AddedValues() => new()
    {
        Name = "add values",
        Field = "add_values",
        Summary = "Values that are added to the table in each trial, a time after its start, as after an update of the equipment: "
            + "3@20s adds three, and from then on each record carries them; or none to compare with. The result says how long "
            + "the database took to add them, and how far the rate fell.",
        DefaultMeaning = "none, the table has all values from the beginning",
        Wanted = "a number of values and a time; write 3@20s, at most 999 values and 24h, or none",
        Reads = Plan.AddedValues.TryParse,
        Measures = added => added.Count,
        MaximumText = "999 values, 24 hours",
        IsOptional = true,
        DecidesCeiling = true,
        Nesting = 59,
        PlotTitle = "values added",
        PhraseWhenAbsent = "no value added",
        TextAsAbsent = None,
        Shows = added => added.Words,
        Says = added => added.Words,
    };
}
