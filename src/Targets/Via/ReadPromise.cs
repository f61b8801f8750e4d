using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Via;

/// <summary>
/// Promises about the reads of a database. The service neither strengthens nor weakens them, because it caches no record and
/// answers each request after the database has answered. <see cref="ServiceClientTarget"/> reads them from the database once,
/// and <see cref="ServiceWriter"/> states them to the lanes of a mix. Immutable.
/// </summary>
/// <param name="MayLag">See <see cref="IRecordReads.MayLag"/>.</param>
/// <param name="IsAtomic">See <see cref="IRecordReads.IsAtomic"/>.</param>
/// <param name="SeesOwnChanges">See <see cref="IRecordReads.SeesOwnChanges"/>.</param>
internal sealed record ReadPromise(bool MayLag, bool IsAtomic, bool SeesOwnChanges)
{
    /// <summary>Reads the promises from a writer of the database, which this method opens and closes.</summary>
    /// <param name="store">The database, whose table is ready.</param>
    /// <exception cref="TargetException">No writer can be opened.</exception>
    public static ReadPromise Of(ITarget store)
    {
        using var writer = store.OpenWriter(0);
        return writer is IRecordReads reads
            ? new(reads.MayLag, reads.IsAtomic, reads.SeesOwnChanges)
            : new(MayLag: false, IsAtomic: false, SeesOwnChanges: false);
    }
}
