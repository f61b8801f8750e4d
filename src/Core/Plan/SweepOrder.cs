namespace DbIngest.Core.Plan;

/// <summary>
/// The order in which the trials of a sweep run (<c>--order</c>). <see cref="Sweeps.Schedule"/> orders by it, and a rule warns
/// about an order that confounds a figure with drift. Manifests contain these words, so they must not be renamed.
/// </summary>
public enum SweepOrder
{
    /// <summary>
    /// In rounds: the first trial of every point in a seeded random order, then the second of every point, and so on.
    /// </summary>
    Interleaved,

    /// <summary>
    /// Point after point, with all trials of a point in a row. Study 1 used it. It confounds the number of records with drift.
    /// </summary>
    Rising,

    /// <summary>All trials in one seeded random order. The first trials of each point to run are its warm-up.</summary>
    Shuffled,
}
