namespace DbIngest.Core.Plan;

/// <summary>In which order the trials of a sweep run.</summary>
public enum SweepOrder
{
    /// <summary>Rounds: the first trial of every point in a seeded random order, then the second of every point, and so on.</summary>
    Interleaved,

    /// <summary>Point after point in the order given, all trials of a point in a row: study 1's order, which confounds N with drift.</summary>
    Rising,

    /// <summary>All trials in one seeded random order; the first ones of each point to run are its warm-up.</summary>
    Shuffled,
}
