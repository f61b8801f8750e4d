using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// What somebody with equipment must decide: which store takes its rate within a limit, and what disk its records need. The verb
/// <c>advise</c> reads it from options; <see cref="Advice"/> answers it from stored results.
/// </summary>
/// <param name="RecordsPerS">Records per second of all equipment together.</param>
/// <param name="Keep">How long records are kept, as the user wrote it: <c>2y</c>.</param>
/// <param name="KeepS">The same in seconds.</param>
/// <param name="Limit">The limit that the rate must hold.</param>
public sealed record AdviceRequest(double RecordsPerS, string Keep, double KeepS, SearchLimit Limit)
{
    /// <summary>Records that are stored when the first ones may be deleted.</summary>
    public double Records => RecordsPerS * KeepS;
}
