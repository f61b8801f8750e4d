using DbIngest.Analysis.Advise;
using DbIngest.Core.Plan;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads the question of the verb <c>advise</c>: the rate that a store must hold, the time to keep records (<c>--keep</c>), and
/// the limit. <c>AdviseVerb</c> calls it before the first sweep, and for an answer from stored folders. It reports problems to
/// the reader, which the caller must ask, and never throws.
/// </summary>
internal sealed class AdviseRequestReader(OptionReader reader)
{
    private static readonly Axis[] NotOfAnAdvice =
    [
        SweepAxes.Mix, SweepAxes.Operations, SweepAxes.Fault, SweepAxes.Via, SweepAxes.Freshness, SweepAxes.Queries,
        SweepAxes.AddedValues,
    ];

    /// <summary>Longest time to keep records: 1,000 years.</summary>
    private const double LongestKeepS = 1000 * 365 * 86_400.0;

    /// <summary>Lowest rate around which a search has rates: a tenth of it is the lowest rate that can be written.</summary>
    private const double SmallestSearched = 0.00001;

    private const string Example = "advise --rate 50k --keep 2y --limit p99:100ms";

    /// <summary>Reads the question.</summary>
    /// <param name="options">The bound options, whose values are not checked yet.</param>
    /// <returns>The question. Null if rate, time or limit was missing or refused.</returns>
    public AdviceRequest? Read(AdviseOptions options)
    {
        var rate = Rate(options.TextOf(SweepAxes.Rate));
        double? keep = Keep(options.Keep);
        SearchLimit? limit = null;
        if (options.Limit is null)
        {
            reader.Refuse("--limit", $"it is missing; write {Example}");
        }
        else if (!SearchLimit.TryParse(options.Limit, out limit))
        {
            reader.Refuse("--limit",
                $"'{options.Limit}' is not a limit; write p99:100ms (p50 to p99.9; us, ms or s), backlog:1000 or errors:1%");
        }

        return rate is null || keep is null || limit is null ? null
            : new AdviceRequest(rate.RecordsPerS, options.Keep!.Trim(), keep.Value, limit) { IsPoisson = rate.IsPoisson };
    }

    /// <summary>Refuses options that the steps of an advice decide. Not for an answer from stored folders.</summary>
    public void CheckMeasured(AdviseOptions options)
    {
        (string Option, bool IsGiven, string Why)[] others =
        [
            ("--find", options.Find is not null, "--limit says what to search"),
            ("--ab", options.Ab is not null, "stores are compared by their intervals"),
            ("--blocks", options.Blocks is not null, "a search measures on one deployment"),
            ("--isolate", options.Isolate, "a search measures on one deployment"),
            ("--max-trials", options.MaxTrials is not null, "--trials is the most of a search"),
            ("--study", options.Study is not null, "an advice has steps"),
            ("--ycsb", options.Ycsb is not null, "an advice writes records"),
            ("--property", options.Properties.Any(), "an advice writes records"),
            ("--cluster", options.Clusters is not null, "run --find and run --records measure it, and 'advise DIR...' answers"),
            .. NotOfAnAdvice.Select(axis =>
                ("--" + axis.Option, options.TextOf(axis) is not null, "an advice writes records without it; run measures it")),
        ];
        reader.RefuseIf(options.FindRates is null && ArrivalRate.TryParse(options.TextOf(SweepAxes.Rate), out var rate)
            && rate.RecordsPerS < SmallestSearched, "--rate",
            $"'{options.TextOf(SweepAxes.Rate)}' is too low to search around it; write at least 0.00001, or name the rates by "
            + "--find-rates");

        foreach (var (option, _, why) in others.Where(other => other.IsGiven))
        {
            reader.Refuse(option, $"{why}; leave it out");
        }
    }

    private ArrivalRate? Rate(string? text)
    {
        if (text is null)
        {
            reader.Refuse("--rate", $"it is missing; write {Example}");
            return null;
        }

        if (!ArrivalRate.TryParse(text, out var rate) || rate.IsPerSource || rate.Stages.Count > 0)
        {
            reader.Refuse("--rate", $"'{text}' is not the rate of all equipment together; write records a second, as 50k");
            return null;
        }

        return rate;
    }

    private double? Keep(string? text)
    {
        double? seconds = text is null ? null : WrittenTime.LongSeconds(text.Trim());
        if (seconds is not > 0)
        {
            reader.Refuse("--keep", text is null ? $"it is missing; write {Example}"
                : $"'{text}' is not a time above 0; write 30d or 2y");
            return null;
        }

        if (seconds > LongestKeepS)
        {
            reader.Refuse("--keep", $"'{text}' is longer than 1000y; write 30d or 2y");
            return null;
        }

        return seconds;
    }
}
