namespace DbIngest.Core.Results;

/// <summary>
/// The part of an <see cref="AuditResult"/> on records that all lanes share: how stored versions were judged, how many records
/// were written or not atomic, and lost updates. <see cref="Trials.MixAudit"/> makes it, and reports state it.
/// </summary>
/// <remarks>
/// The journal stores the members, so they must not be renamed. <see cref="Operations.Shared.SharedVerdict"/> fills it, and
/// <c>AuditFigures</c> of the analysis reads it.
/// </remarks>
public sealed record SharedAudit
{
    /// <summary>
    /// True if times of writes are not known, as in <c>verify</c>: then each stored version is known to be some lane's last write
    /// to its record, but not which lane wrote last.
    /// </summary>
    public bool IsMembershipOnly { get; init; }

    /// <summary>Records that some lane has written.</summary>
    public long WrittenRecords { get; init; }

    /// <summary>Operations on watched records that were tested for atomicity.</summary>
    public long WatchedOperations { get; init; }

    /// <summary>Watched records that did not behave as an atomic register.</summary>
    public int NotAtomicRecords { get; init; }

    /// <summary>Acknowledged increments (<c>rmw</c>, <c>rmw-plain</c>). Null without them.</summary>
    public long? Increments { get; init; }

    /// <summary>
    /// Acknowledged increments that another lane's write has undone. More than 0 fails the audit unless they were written
    /// without a condition (<c>rmw-plain</c>). Null without increments.
    /// </summary>
    public long? LostUpdates { get; init; }
}
