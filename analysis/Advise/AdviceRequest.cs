using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Advise;

/// <summary>
/// The question of a user with equipment: which store takes the equipment's rate within a limit, and how much disk the records
/// need. The verb <c>advise</c> reads the request from options, and <see cref="Advice"/> answers it from stored results.
/// </summary>
/// <param name="RecordsPerS">Records per second of all equipment together.</param>
/// <param name="Keep">How long records are kept, as the user wrote it: <c>2y</c>.</param>
/// <param name="KeepS"><paramref name="Keep"/> in seconds.</param>
/// <param name="Limit">The limit that the rate must hold.</param>
/// <remarks>
/// <c>AdviseRequestReader</c> creates it, and <c>AdviseStep</c> plans the sweeps for it. <c>advice.json</c> contains the members,
/// so none may be renamed.
/// </remarks>
public sealed record AdviceRequest(double RecordsPerS, string Keep, double KeepS, SearchLimit Limit)
{
    /// <summary>True if the records arrive as a Poisson process, false if at equal intervals.</summary>
    public bool IsPoisson { get; init; }

    /// <summary>Records that are stored when the first ones may be deleted.</summary>
    public double Records => RecordsPerS * KeepS;
}
