using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Abstractions.Targets;

/// <summary>
/// One database under test, open under one durability level. <see cref="TargetDefinition.Open"/> creates it, and a sweep runs the
/// trials of all points that open the same target against it. A trial calls <see cref="Prepare"/>, <see cref="MeasureSpace"/>
/// (the empty baseline), <see cref="OpenWriter"/> per lane, <see cref="OpenReaders"/>, then <see cref="Settle"/>,
/// <see cref="MeasureSpace"/>, <see cref="Audit"/> and <see cref="Clean"/>.
/// </summary>
/// <remarks>
/// One thread at a time calls a target, except for <see cref="OpenWriter"/>, <see cref="OpenQueries"/>,
/// <see cref="ServerProcesses"/> and <see cref="ServerFault"/>, and for <see cref="AddValues"/>, which one thread calls while
/// others open writers and write by them. If the database fails, a method throws
/// <see cref="TargetException"/> and nothing else, and does not retry. A method whose token is cancelled throws
/// <see cref="OperationCanceledException"/> soon. If a driver's call cannot be cancelled, the program abandons the call and then
/// only disposes the target, so that a user who interrupts never waits for a database. Dispose releases everything, stops a
/// server that the target started and removes the files that the target made.
/// </remarks>
public interface ITarget : IDisposable
{
    /// <summary>
    /// Describes server, client, durability level and settings. The manifest of a sweep records it once per target.
    /// </summary>
    /// <param name="cancellation">Cancels the queries to the server.</param>
    /// <returns>What the server reports at the time of the call.</returns>
    TargetDescription Describe(CancellationToken cancellation = default);

    /// <summary>
    /// Drops the tables of earlier trials and creates an empty table. Deletes data: every trial begins with this call, unless it
    /// reuses the records that the trial before it loaded. A target that started its own server first restarts a server that has
    /// ended, and may delete the server's data for it.
    /// </summary>
    /// <param name="table">The shape and size of the table.</param>
    /// <param name="cancellation">Cancels the preparation.</param>
    void Prepare(TrialTable table, CancellationToken cancellation = default);

    /// <summary>
    /// Uses the table that another process has prepared, instead of <see cref="Prepare"/>. Deletes nothing. Source processes and
    /// <c>verify</c> call it.
    /// </summary>
    /// <param name="table">The shape and size with which the table was prepared.</param>
    /// <param name="cancellation">Cancels the queries to the server.</param>
    void Attach(TrialTable table, CancellationToken cancellation = default);

    /// <summary>
    /// Creates the table if it is missing, and otherwise uses it if it has exactly the given shape, instead of
    /// <see cref="Prepare"/>. Deletes and alters nothing. The verb <c>serve</c> calls it once, before any writer is opened.
    /// </summary>
    /// <param name="table">The shape of the table. <see cref="TrialTable.IsKeyed"/> asks for a unique key.</param>
    /// <param name="cancellation">Cancels the queries to the server.</param>
    /// <exception cref="TargetException">
    /// The table has another shape, or the database has no such preparation yet, as by default.
    /// </exception>
    void Ensure(TrialTable table, CancellationToken cancellation = default) =>
        throw new TargetException("DbIngest has no preparation of this database that deletes nothing, so it cannot be served.");

    /// <summary>
    /// The table of names of sources, for a service. Null if the database has none, as by default. Nothing is created before the
    /// first name.
    /// </summary>
    ISourceNames? SourceNames => null;

    /// <summary>
    /// How many sequence numbers of a source a service accepts, counted from 0. By default 2^53, up to which numbers in JSON are
    /// exact. A database whose keys have less room returns fewer.
    /// </summary>
    long Sequences => TrialTable.MostSequences;

    /// <summary>
    /// True if a batch replaces stored records with the same keys. False, as by default, if the database refuses such a batch. A
    /// service reads the keys before it writes if this is true, so that it never overwrites a record.
    /// </summary>
    bool Overwrites => false;

    /// <summary>
    /// The endpoint with which a source process opens the same database (<see cref="TargetOptions.Endpoint"/>). Valid while this
    /// target is open. Contains no password, which travels separately.
    /// </summary>
    string AttachEndpoint { get; }

    /// <summary>
    /// Adds values to the records of the prepared table while writers write it. <c>--add-values</c> calls it in each process
    /// while lanes write, and again before the audit. Does nothing if the table has them, so calls may repeat. Open writers go
    /// on with the values that they know. Writers that are opened afterwards write all. Deletes nothing.
    /// </summary>
    /// <param name="table">
    /// The table as it shall be: the last <see cref="Records.RecordSchema.AddedCount"/> values are new.
    /// </param>
    /// <param name="cancellation">Cancels the change.</param>
    /// <exception cref="TargetException">
    /// The database cannot add values here, as by default. <see cref="TargetDefinition.AddsValues"/> tells this before.
    /// </exception>
    void AddValues(TrialTable table, CancellationToken cancellation = default) =>
        throw new TargetException("DbIngest adds no values to a table of this database while it is written.");

    /// <summary>Opens a writer into the prepared table. Several threads may call it at once.</summary>
    /// <param name="source">The source that the writer serves, from 0.</param>
    /// <param name="cancellation">
    /// Cancels the opening, and afterwards a pending <see cref="IBatchWriter.Write"/> or <see cref="IBatchWriter.Recover"/> for
    /// as long as the writer lives, if the client supports it.
    /// </param>
    /// <returns>The writer. The caller disposes it.</returns>
    IBatchWriter OpenWriter(int source, CancellationToken cancellation = default);

    /// <summary>
    /// Connects for questions about the prepared table while lanes write it. Null if the database answers none here, as by
    /// default. <see cref="TargetDefinition.AnswersTimeQueries"/> tells this before the target is opened.
    /// </summary>
    /// <param name="cancellation">Cancels the opening, and afterwards pending questions.</param>
    /// <returns>The connection. The caller disposes it.</returns>
    ITimeQueries? OpenQueries(CancellationToken cancellation = default) => null;

    /// <summary>
    /// Flushes written data to disk and waits until background work has ended. A trial calls it after its last write. A trial
    /// with a mix or a prefill also calls it once after loading its records, before the timed part.
    /// </summary>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="OperationCanceledException">The wait was cancelled.</exception>
    void Settle(CancellationToken cancellation);

    /// <summary>
    /// Measures the disk space of the table. A trial calls it after <see cref="Prepare"/> and after <see cref="Settle"/>.
    /// </summary>
    /// <param name="cancellation">Cancels the measurement.</param>
    /// <returns>The space in bytes.</returns>
    DiskSpace MeasureSpace(CancellationToken cancellation = default);

    /// <summary>Reads every stored record back and hands it to the audit. Changes nothing in the database.</summary>
    /// <param name="audit">Receives the records, or checksums of ranges from a target that stores none.</param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="OperationCanceledException">The reading was cancelled.</exception>
    void Audit(StoredContent audit, CancellationToken cancellation);

    /// <summary>
    /// True if <see cref="Audit"/> can read the rows of some sources without reading the others
    /// (<see cref="StoredContent.Share"/>). Each source process then audits what it wrote.
    /// </summary>
    bool AuditsShares => false;

    /// <summary>
    /// Drops the table and frees its disk space. Deletes data: every trial ends with this call, unless the user asked to keep the
    /// data or the next trial reuses the loaded records.
    /// </summary>
    /// <param name="cancellation">Cancels the deletion. The next <see cref="Prepare"/> drops what is left.</param>
    void Clean(CancellationToken cancellation = default);

    /// <summary>
    /// Lists the operating-system processes of the database on this machine. Empty for a remote server and for an embedded
    /// database. The sampler calls it about once a second during a trial, while other threads call other methods: it must be
    /// cheap and must not wait for them.
    /// </summary>
    /// <returns>Process ids, including child processes.</returns>
    IReadOnlyList<int> ServerProcesses();

    /// <summary>
    /// True if a composed target has a server without a process in <see cref="ServerProcesses"/>, so that a restart of the server
    /// goes unnoticed. A sweep then loads the records of a mix for each trial. False, the default, for a single database.
    /// </summary>
    /// <param name="cancellation">Cancels the queries to the servers.</param>
    bool HidesServer(CancellationToken cancellation) => false;

    /// <summary>
    /// Memory limit in bytes of the server that this target started, over all its processes. Null if it is unknown or if the
    /// server was running before.
    /// </summary>
    long? ServerMemoryBytes => null;

    /// <summary>
    /// Why a server that this target started can no longer serve, as a sentence: all of its processes have ended, or its disk is
    /// full. Null if no fault is known, and for a server that was running before.
    /// </summary>
    /// <remarks>
    /// Lanes call it after a failed attempt, and the thread that waits for the lanes calls it after a long wait, so several
    /// threads may call it at once: it must not query the server. Lanes keep retrying at first. They give up once the fault has
    /// lasted for their grace time, because only <see cref="Prepare"/>, <see cref="Settle"/> and <see cref="Audit"/> restart a
    /// private server.
    /// </remarks>
    string? ServerFault => null;

    /// <summary>
    /// Stops and starts the server that this target started. Null for a server that was running before, for an embedded database,
    /// and for a composed target, which has several servers (<see cref="StartedServers"/>).
    /// </summary>
    IServerControl? ServerControl => null;

    /// <summary>
    /// Controls of all servers that this target started: <see cref="ServerControl"/>, or the controls of all parts of a composed
    /// target. Empty if it started none.
    /// </summary>
    IReadOnlyList<IServerControl> StartedServers => ServerControl is { } server ? [server] : [];

    /// <summary>
    /// Opens one reader of resource use per host of the database. A trial opens readers right before its start, and their
    /// counters begin then. It also opens a set before it prepares the table, to see whether the machine is idle. A target of
    /// remote servers overrides this method if the servers can report their use.
    /// </summary>
    /// <returns>The readers. By default one reader of <see cref="ServerProcesses"/> on this machine.</returns>
    IReadOnlyList<IResourceReader> OpenReaders() => [LocalProcesses.OfServer(ServerProcesses)];
}
