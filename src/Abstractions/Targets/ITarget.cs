using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// One database under test, connected, under one durability contract. The verbs are the same for all databases; a trial
/// calls them in this order: <see cref="Prepare"/>, <see cref="MeasureSpace"/> (the empty baseline),
/// <see cref="OpenWriter"/> for each source, then <see cref="Settle"/>, <see cref="MeasureSpace"/>, <see cref="Audit"/>,
/// <see cref="Clean"/>.
/// </summary>
/// <remarks>
/// Every method but <see cref="OpenWriter"/> and <see cref="ServerProcesses"/> is called by one thread at a time. They
/// throw <see cref="TargetException"/>, and nothing else, when the database fails; none retries. Disposing releases
/// everything, stops a server that the target started itself and removes the files it made.
/// A verb whose token is cancelled ends soon, by <see cref="OperationCanceledException"/>. Where a driver's call cannot be
/// ended, the product leaves it behind and asks nothing more of the target but to be disposed: a user who interrupts never waits for a
/// database.
/// </remarks>
public interface ITarget : IDisposable
{
    /// <summary>Server, driver, contract and settings, asked from the server itself.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The description as of now.</returns>
    TargetDescription Describe(CancellationToken cancellation = default);

    /// <summary>
    /// Creates an empty schema for the trial, dropping what an earlier trial left. When the database is not there, tries
    /// what can be done to bring it back (restarts a server of its own) before it throws.
    /// </summary>
    /// <param name="table">What to prepare room for.</param>
    /// <param name="cancellation">Ends it early.</param>
    void Prepare(TrialTable table, CancellationToken cancellation = default);

    /// <summary>
    /// Instead of <see cref="Prepare"/>: uses the schema, with whatever it holds, that another process has prepared.
    /// </summary>
    /// <param name="table">What it was prepared for.</param>
    /// <param name="cancellation">Ends it early.</param>
    void Attach(TrialTable table, CancellationToken cancellation = default);

    /// <summary>
    /// An endpoint by which another process on this machine can open the same database (<see cref="TargetOptions.Endpoint"/>;
    /// the password, if any, is handed over apart). Valid while this target is open.
    /// </summary>
    string AttachEndpoint { get; }

    /// <summary>Opens a writer into the prepared schema. May be called from several threads.</summary>
    /// <param name="source">The source that the writer belongs to.</param>
    /// <param name="cancellation">
    /// Ends the opening early, and while the writer lives what it waits for: a <see cref="IBatchWriter.Write"/> or
    /// <see cref="IBatchWriter.Recover"/> under way then fails soon, where the client can be made to.
    /// </param>
    /// <returns>The writer; the caller disposes it.</returns>
    IBatchWriter OpenWriter(int source, CancellationToken cancellation = default);

    /// <summary>Flushes what was written to disk and drains background work; returns when the database is quiescent.</summary>
    /// <param name="cancellation">Ends the waiting early.</param>
    /// <exception cref="OperationCanceledException">The waiting was ended early.</exception>
    void Settle(CancellationToken cancellation);

    /// <summary>The disk space of the schema now. Called after <see cref="Prepare"/> and after <see cref="Settle"/>.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The space in bytes, split into its parts.</returns>
    DiskSpace MeasureSpace(CancellationToken cancellation = default);

    /// <summary>Reads back every stored record and hands it to the audit.</summary>
    /// <param name="audit">Receives the content, record by record or as tallies.</param>
    /// <param name="cancellation">Ends the reading early.</param>
    /// <exception cref="OperationCanceledException">The reading was ended early.</exception>
    void Audit(StoredContent audit, CancellationToken cancellation);

    /// <summary>
    /// Whether <see cref="Audit"/> can read the rows of some sources without reading those of others (<see cref="StoredContent.Share"/>): the processes that
    /// wrote then read their own, each for itself.
    /// </summary>
    bool AuditsShares => false;

    /// <summary>Drops the schema and gives its disk space back.</summary>
    /// <param name="cancellation">Ends it early: what is not dropped then stays until the next <see cref="Prepare"/>.</param>
    void Clean(CancellationToken cancellation = default);

    /// <summary>
    /// The operating-system processes that do the database's work on this machine, for sampling; empty when it is remote,
    /// or in-process (its work is then the client's own). Called about once a second by the sampling thread, while others
    /// write, settle or measure: it must be cheap and must not wait for them.
    /// </summary>
    /// <returns>Process ids, children included, as of now.</returns>
    IReadOnlyList<int> ServerProcesses();

    /// <summary>
    /// The memory that a server which was started for this target may take, all of its processes together, where that is known;
    /// null otherwise, and for a server that was there already.
    /// </summary>
    long? ServerMemoryBytes => null;

    /// <summary>
    /// Opens what reads the database's use of its hosts, one reader a host; the counters begin here. A database that is elsewhere
    /// and can say what it uses brings readers of its own.
    /// </summary>
    /// <returns>The readers; here, one of <see cref="ServerProcesses"/> on this machine.</returns>
    IReadOnlyList<IResourceReader> OpenReaders() => [new LocalProcesses(ServerProcesses, proportional: true)];
}
