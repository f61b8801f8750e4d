using System.Globalization;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// The answer to <see cref="AdviceRequest"/>, from searches for a sustainable rate and from sweeps over sizes. The verb
/// <c>advise</c> prints and writes it. It orders no stores whose intervals overlap, and states what was not measured.
/// </summary>
/// <remarks>
/// <c>AdviseVerb</c> creates it at its end. For an answer from folders it also creates one for each store that an advice could
/// not measure, to see whether the other folders did. <c>advice.json</c> contains the members, so none may be renamed.
/// </remarks>
public sealed record Advice
{
    /// <summary>The request that the stores are judged by.</summary>
    public required AdviceRequest Request { get; init; }

    /// <summary>Level of the intervals. The lowest one, if results differ in it.</summary>
    public required double Confidence { get; init; }

    /// <summary>The stores in the order of <see cref="RateVerdict"/>.</summary>
    public required IReadOnlyList<StoreAdvice> Stores { get; init; }

    /// <summary>What none of the results measured, one sentence each, such as crashes or a full disk.</summary>
    public required IReadOnlyList<string> NotMeasured { get; init; }

    /// <summary>The answer in a few sentences.</summary>
    public required IReadOnlyList<string> Answer { get; init; }

    /// <summary>Answers a request.</summary>
    /// <param name="request">The rate, the time to keep records, and the limit to judge by.</param>
    /// <param name="results">Stored results: searches with this limit, and sweeps over sizes.</param>
    /// <param name="missing">Stores that could not be measured, and why.</param>
    public static Advice Of(AdviceRequest request, IReadOnlyList<StoredResult> results,
        IReadOnlyDictionary<string, string> missing)
    {
        var evidence = StoreEvidence.Of(request, results);
        StoreAdvice[] stores =
        [
            .. evidence.Select(store => store.Advise(request)).OrderBy(store => store.Verdict),
        ];
        stores =
        [
            .. stores.Select(store => missing.TryGetValue(store.Store, out string? why)
                ? store with { NotMeasured = [why, .. store.NotMeasured] } : store),
            .. missing.Where(lost => stores.All(store => store.Store != lost.Key)).Select(lost => new StoreAdvice
            {
                Store = lost.Key,
                Verdict = RateVerdict.NotMeasured,
                NotMeasured = [lost.Value],
            }),
        ];
        return new Advice
        {
            Request = request,
            Confidence = results.Count == 0 ? 0.95 : results.Min(result => result.Summary.Confidence),
            Stores = stores,
            NotMeasured = [.. General(request, results)],
            Answer = [.. Sentences(request, stores)],
        };
    }

    private static IEnumerable<string> Sentences(AdviceRequest request, StoreAdvice[] stores)
    {
        string rate = string.Create(CultureInfo.InvariantCulture,
            $"{request.RecordsPerS:#,0} records/s with {request.Limit.Words(isMix: false)}");
        string[] invalid = [.. stores.Where(store => store.HasFailedAudit).Select(store => store.Store)];
        if (invalid.Length > 0)
        {
            yield return $"INVALID: {string.Join(", ", invalid)} failed an audit.";
        }

        StoreAdvice[] holding = [.. stores.Where(store => store.Verdict == RateVerdict.Holds)];
        yield return holding.Length == 0
            ? $"No store is known to hold {rate}."
            : $"{string.Join(", ", holding.Select(store => store.Store))} {(holding.Length == 1 ? "holds" : "hold")} {rate}.";
        if (Best(stores) is { } best)
        {
            yield return $"{best.Store} has the largest margin: its interval lies above those of the others.";
        }
        else if (holding.Length > 1)
        {
            yield return "Their margins are not put in order: intervals overlap, that of an open store included, or a search "
                + "ended at the end of its rates.";
        }

        // Without an interval the search tried rates on one side of the asked one alone.
        foreach (var open in stores.Where(store => store.Verdict == RateVerdict.Open).GroupBy(store =>
            store.IntervalRecordsPerS is not null ? "the interval contains the rate"
            : store.MarginAtLeast is not null ? "every rate that was tried holds, and all of them lie below it"
            : "no rate that was tried holds, and all of them lie above it"))
        {
            yield return $"{string.Join(", ", open.Select(store => store.Store))}: open, {open.Key}.";
        }
    }

    /// <summary>
    /// The store whose whole interval lies above those of all others. Null when there is none, and when fewer than two stores
    /// hold the rate. An open store may sustain more than one that holds.
    /// </summary>
    private static StoreAdvice? Best(StoreAdvice[] stores)
    {
        StoreAdvice[] able = [.. stores.Where(store => store.Verdict is RateVerdict.Holds or RateVerdict.Open)];
        if (able.Count(store => store.Verdict == RateVerdict.Holds) < 2 || able.Any(store => store.MarginInterval is null))
        {
            return null;
        }

        var best = able.MaxBy(store => store.MarginInterval!.Value.Low)!;
        return able.All(store => store == best || store.MarginInterval!.Value.High < best.MarginInterval!.Value.Low)
            ? best : null;
    }

    private static IEnumerable<string> General(AdviceRequest request, IReadOnlyList<StoredResult> results)
    {
        var points = results.SelectMany(result => result.Summary.Points).ToList();
        double longest = results.SelectMany(result => result.Summary.Trials).Select(trial => trial.ElapsedS)
            .DefaultIfEmpty().Max();
        yield return string.Create(CultureInfo.InvariantCulture,
            $"How a store behaves when it is {request.Keep} old and full: the longest trial lasted {longest:0.#} s.");
        yield return $"Deleting records that are older than {request.Keep}.";
        if (points.All(point => point is { Point.Mix: null, Queries: null, Freshness: null }))
        {
            yield return "Queries beside the ingestion (--mix measures operations).";
        }

        if (points.All(point => point.Point.Fault is null))
        {
            yield return "Crashes and restarts (--fault measures them).";
        }

        if (results.All(result => result.Manifest.Configuration.Workload == "synthetic"))
        {
            yield return "Your records: the sources were synthetic meters (--input replays a recording).";
        }
    }
}
