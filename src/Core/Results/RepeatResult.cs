using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Results;

/// <summary>
/// Counts what the sources of a trial sent twice (<c>--duplicates</c>) and what the database stored of these records.
/// <see cref="Trials.TrialRecord"/> makes it from the ingestion and the audit.
/// </summary>
/// <remarks>The journal stores the members, so they must not be renamed. <c>RepeatFigures</c> of the analysis reads it.</remarks>
public sealed record RepeatResult
{
    /// <summary>
    /// What the database promises to store of a second sending. Null if the trial failed before the database was asked.
    /// </summary>
    public Repeats? Expected { get; init; }

    /// <summary>Records whose second sending was acknowledged. They do not count as throughput.</summary>
    public required long SentTwice { get; init; }

    /// <summary>Records whose second sending failed in doubt: the audit does not judge how often they are stored.</summary>
    public required long InDoubt { get; init; }

    /// <summary>Second rows that are stored. 0 in a database that keeps one. Null without an audit.</summary>
    public long? StoredTwice { get; init; }

    /// <summary>Rows acknowledged per second: records, and once more those whose second sending was acknowledged.</summary>
    public required double RowsPerS { get; init; }
}
