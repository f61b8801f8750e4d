namespace DbIngest.Core.Results;

/// <summary>
/// Times of a trial without an acknowledgement from any source. <see cref="Trials.AckGaps"/> finds them in the counts of short
/// intervals: a true length is at least the stated one, and at most two intervals longer.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed. <c>TrialGrowth</c> of the analysis reads it.</remarks>
public sealed record StallResult
{
    /// <summary>Length of the intervals in which acknowledgements were counted, in seconds.</summary>
    public required double ResolutionS { get; init; }

    /// <summary>The median time from one acknowledgement to the next, over all sources, in seconds.</summary>
    public required double MedianIntervalS { get; init; }

    /// <summary>A time without acknowledgements of at least this many seconds is a stall.</summary>
    /// <remarks>
    /// With a rate the threshold is also longer than the time between two arrivals, so that waiting for an arrival is no stall.
    /// </remarks>
    public required double ThresholdS { get; init; }

    /// <summary>The longest time without an acknowledgement in seconds, whether or not it is a stall.</summary>
    public required double LongestS { get; init; }

    /// <summary>When the longest time began, in seconds since the common start.</summary>
    public required double LongestAtS { get; init; }

    /// <summary>Number of stalls.</summary>
    public required int Count { get; init; }

    /// <summary>Length of all stalls together in seconds.</summary>
    public required double TotalS { get; init; }

    /// <summary>The longest stalls, at most 20, in the order of time.</summary>
    public required IReadOnlyList<Stall> Longest { get; init; }

    /// <summary>Adds to each of the longest stalls what the server did meanwhile.</summary>
    /// <param name="work">What the server did by itself in the trial.</param>
    public StallResult Beside(IReadOnlyList<BackgroundWork> work) => this with
    {
        Longest = [.. Longest.Select(stall => stall with
        {
            Meanwhile = work.Where(done => done.IsWithin(stall.AtS, stall.AtS + stall.ForS)).Select(done => done.What)
                .Distinct(StringComparer.Ordinal).ToList() is { Count: > 0 } words ? words : null,
        })],
    };
}
