namespace DbIngest.Analysis.Summary;

/// <summary>
/// The reason why a point with <c>--precision</c> got no more trials. <see cref="PrecisionFigures"/> decides it; rule 3 states
/// it. Its names in snake case are a published format.
/// </summary>
public enum PrecisionEnd
{
    /// <summary>The interval is narrow enough.</summary>
    Reached,

    /// <summary>The point has the most trials allowed, or another block would exceed them.</summary>
    MostTrials,

    /// <summary>
    /// The last trials failed (<see cref="PrecisionFigures.FailingAfter"/>): more would show nothing. Unreachable ones do not
    /// count.
    /// </summary>
    Failing,

    /// <summary>The sweep was interrupted before the point was done; resuming goes on.</summary>
    Unfinished,
}
