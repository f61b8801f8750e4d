using System.Diagnostics;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Decides whether and after which pause a lane repeats a failed turn, the same for all targets. Failures that a retry may help
/// are repeated a number of times (<see cref="RetryOptions"/>) with pauses that double, without jitter so that runs are alike. In
/// a trial with a fault of the server, they are repeated for a time instead, every 0.1 s. Conflicts are part of normal work
/// between clients: they are repeated for 30 s and count apart, after short random pauses, because clients that wait equally long
/// collide again. The <see cref="TurnAttempts"/> of one lane owns it.
/// </summary>
/// <param name="options">The retries after failures.</param>
/// <param name="seed">Seed of the pauses after conflicts.</param>
/// <param name="outage">How long failures are repeated, after short pauses, in a trial with a fault. Zero without one.</param>
/// <param name="repeatsRefusals">
/// True if an outage also repeats failures that are not transient: a server refuses batches while its disk is full.
/// </param>
internal sealed class RetrySchedule(RetryOptions options, ulong seed, TimeSpan outage = default, bool repeatsRefusals = false)
{
    /// <summary>The pause after a failure in a trial with a fault: short, so that a server that is back is seen.</summary>
    public static readonly TimeSpan OutagePause = TimeSpan.FromMilliseconds(100);

    /// <summary>For how long the conflicts of one turn are repeated, from the first.</summary>
    public static readonly TimeSpan ConflictPatience = TimeSpan.FromSeconds(30);

    /// <summary>Longest pause after a conflict.</summary>
    public static readonly TimeSpan LongestConflictPause = TimeSpan.FromMilliseconds(100);

    /// <summary>The longest pause after the first conflict. It doubles with each.</summary>
    private static readonly TimeSpan FirstConflictPause = TimeSpan.FromMilliseconds(1);

    private SplitMix64 _random = new(seed);
    private int _failures;
    private int _conflicts;
    private long _firstConflict;
    private long _firstFailure;

    /// <summary>Begins a turn whose first attempt failed.</summary>
    public void Begin() => _failures = _conflicts = 0;

    /// <summary>Decides whether and when the lane repeats a turn after a failed attempt.</summary>
    /// <param name="failure">Why it failed.</param>
    /// <param name="now">Now, in ticks of <see cref="Stopwatch.GetTimestamp"/>.</param>
    /// <returns>The pause before the next attempt. Null if the turn is not tried again.</returns>
    public TimeSpan? After(BatchWriteException failure, long now) =>
        failure.IsConflict ? AfterConflict(now)
        : outage > TimeSpan.Zero ? InOutage(failure, now)
        : failure.IsTransient && _failures < options.MaxRetries ? Doubled(options.Delay, _failures++, RetryOptions.LargestDelay)
        : null;

    private TimeSpan? InOutage(BatchWriteException failure, long now)
    {
        _firstFailure = _failures++ == 0 ? now : _firstFailure;
        return (failure.IsTransient || repeatsRefusals) && Stopwatch.GetElapsedTime(_firstFailure, now) <= outage ? OutagePause
            : null;
    }

    private TimeSpan? AfterConflict(long now)
    {
        _firstConflict = _conflicts == 0 ? now : _firstConflict;
        return Stopwatch.GetElapsedTime(_firstConflict, now) > ConflictPatience
            ? null
            : Doubled(FirstConflictPause, _conflicts++, LongestConflictPause) * _random.NextDouble();
    }

    private static TimeSpan Doubled(TimeSpan first, int times, TimeSpan largest)
    {
        double ticks = first.Ticks * Math.Pow(2, times);
        return ticks < largest.Ticks ? TimeSpan.FromTicks((long)ticks) : largest;
    }
}
