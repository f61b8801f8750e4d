namespace DbIngest.Core.Results;

/// <summary>
/// How the records of a mix, or those of <c>--prefill</c>, were loaded. <see cref="Trials.TrialRunner"/> makes one per load,
/// and every trial that uses the load carries it. The figures of a trial must not include its time and its retries.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed.</remarks>
public sealed record LoadResult
{
    /// <summary>Position in the schedule of the trial that loaded the records, which may be an earlier one.</summary>
    public required int Position { get; init; }

    /// <summary>When the load began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Records that were loaded, over all sources.</summary>
    public required long Records { get; init; }

    /// <summary>Seconds from the common start of the load to its last acknowledgement.</summary>
    public required double LoadS { get; init; }

    /// <summary>Records loaded per second.</summary>
    public required double RecordsPerS { get; init; }

    /// <summary>Attempts of the load after a failure.</summary>
    public required long Retries { get; init; }

    /// <summary>Attempts of the load that lost a race against another client.</summary>
    public required long Conflicts { get; init; }

    /// <summary>Seconds from its last acknowledgement until the database was quiescent.</summary>
    public required double SettleS { get; init; }
}
