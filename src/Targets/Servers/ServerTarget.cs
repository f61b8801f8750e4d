using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Base class of the targets of server databases. A <see cref="ServerDefinition"/> opens the target. <c>TrialRunner</c> calls its
/// verbs in each trial, <c>SourceProcess</c> attaches it, <c>ServiceHost</c> ensures a service's table, and <c>VerifyVerb</c>
/// attaches and audits. Each database derives a class that says how to describe, write, settle, measure and read its server.
/// </summary>
/// <remarks>
/// Every verb runs under one guard, so that cancellation, timeouts and the loss of a server mean the same for each database. A
/// cancelled verb throws <see cref="OperationCanceledException"/>. A failure of the server throws a <see cref="TargetException"/>
/// that names the verb and the server. A verb is cancelled when the last process of a private server ends. Prepare and Clean
/// delete only the table of the trial. Prepare also deletes all data of a private server that cannot start with its data or whose
/// disk is full. One thread at a time calls the target, except for <see cref="OpenWriter"/>, <see cref="OpenQueries"/>,
/// <see cref="ServerProcesses"/> and <see cref="ServerFault"/>, and for <see cref="AddValues"/>, which <c>ValueAddition</c> calls
/// while lanes write.
/// </remarks>
/// <typeparam name="TTable">What the derived class keeps about the table, for example its statements.</typeparam>
/// <param name="opening">The server and how to use it.</param>
/// <param name="programs">Names of the server's processes as in <c>/proc/PID/comm</c>. None to look for no processes.</param>
internal abstract class ServerTarget<TTable>(ServerOpening opening, params string[] programs) : IServerTarget
    where TTable : class
{
    private readonly IWritePath? _driver = opening.Driver?.Invoke(opening.AttachEndpoint, opening.Contract, opening.Options);
    private readonly ListeningProcesses _listening = new(programs);
    private int _starts = opening.PrivateServer?.Starts ?? 0;
    private int _values;

    /// <inheritdoc/>
    public PrivateServer? PrivateServer => opening.PrivateServer;

    /// <inheritdoc/>
    public virtual string AttachEndpoint => opening.AttachEndpoint;

    /// <inheritdoc/>
    public virtual ISourceNames? SourceNames => null;

    /// <inheritdoc/>
    public virtual long Sequences => TrialTable.MostSequences;

    /// <inheritdoc/>
    public virtual bool Overwrites => false;

    /// <inheritdoc/>
    public long? ServerMemoryBytes => PrivateServer?.Plan.MemoryMb << 20;

    /// <inheritdoc/>
    public virtual bool AuditsShares => false;

    /// <summary>The server and how to use it.</summary>
    protected ServerOpening Opening => opening;

    /// <summary>True if the vendor's driver writes.</summary>
    protected bool HasDriver => _driver is not null;

    /// <summary>Name of the write path.</summary>
    protected virtual string Client => _driver?.Client ?? WriteClient.Wire;

    /// <summary>The program that writes if no <see cref="IWritePath"/> does, with its version.</summary>
    protected virtual string Program => $"DbIngest {BuildStamp.Of(typeof(ServerOpening)).Number}";

    /// <summary>The database's word for the place of the records, for messages.</summary>
    protected virtual string Store => "table";

    /// <summary>The table that was prepared or attached.</summary>
    /// <exception cref="TargetException">No table was prepared or attached, which is a defect of the caller.</exception>
    protected TTable Table => Used ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>The table that was prepared or attached. Null before, and after it was dropped.</summary>
    protected TTable? Used { get; private set; }

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => Guard(ServerVerb.Describe, token =>
    {
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal);
        var facts = Describe(settings, token);
        foreach (var (name, value) in _driver?.Settings ?? new Dictionary<string, string>())
        {
            settings[name] = value;
        }

        if (PrivateServer?.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        if (PrivateServer is { } own)
        {
            PlaceSettings.Add(own, settings);
        }

        return new TargetDescription
        {
            Database = opening.Database,
            Client = Client,
            Nodes = PrivateServer?.Plan.AskedNodes,
            ServerVersion = facts.Product,
            DriverVersion = _driver?.Version ?? (facts.Protocol is null ? Program : $"{Program}, {facts.Protocol}"),
            Durability = opening.Contract.Name,
            DurabilityMeaning = opening.Contract.Meaning,
            Survives = opening.Contract.Survives,
            Copies = facts.Copies,
            Repeats = facts.Repeats,
            InMemory = facts.InMemory,
            Endpoint = PrivateServer?.Plan.Name ?? opening.Address.ToString(),
            Placement = Servers.All(ThisMachine.Has) ? "local" : "remote",
            Servers = Servers,
            Homes = PrivateServer?.Plan.NamedBy is { } home ? [home] : null,
            Configuration = facts.Configuration ?? PrivateServer?.Plan.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
            ChangingSettings = facts.ChangingSettings,
            NoKeyReasons = facts.NoKeyReason is { } reason ? new Dictionary<string, string> { [opening.Database] = reason } : [],
            LicenceNotice = facts.LicenceNotice,
        };
    }, cancellation);

    /// <inheritdoc/>
    public virtual void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        EnsureRunning(cancellation, mayForget: true);
        Use(table);
        try
        {
            Guard(ServerVerb.Prepare, Create, cancellation);
        }
        catch (TargetException exception) when (PrivateServer is not null && IsFull(exception))
        {
            // Data of earlier trials fills the disk, and even dropping it may need space. No trial needs this data any more.
            PrivateServer.Renew(forget: null, cancellation);
            Guard(ServerVerb.Prepare, Create, cancellation);
        }

        Guard(ServerVerb.Prepare, Begin, cancellation);
        _driver?.Use(table);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        Use(table);
        Guard(ServerVerb.Attach, Begin, cancellation);
        _driver?.Use(table);
    }

    /// <inheritdoc/>
    public void Ensure(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        Use(table);
        Guard(ServerVerb.Ensure, CreateMissing, cancellation);
        Guard(ServerVerb.Ensure, Begin, cancellation);
        _driver?.Use(table);
    }

    /// <inheritdoc/>
    public void AddValues(TrialTable table, CancellationToken cancellation = default)
    {
        _ = Table;
        if (_values == table.Schema.ValueCount)
        {
            return;
        }

        var added = table.Schema.Values.Skip(table.Schema.ValueCount - table.Schema.AddedCount).ToList();
        var whole = TableOf(table);
        Guard(ServerVerb.AddValues, token => Widen(whole, added, token), cancellation);
        _driver?.Use(table);
        (Used, _values) = (whole, table.Schema.ValueCount);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
    {
        _ = Table;
        return Guard(ServerVerb.OpenWriter, _ => _driver?.OpenWriter(source, cancellation) ?? Writer(source, cancellation),
            cancellation);
    }

    /// <inheritdoc/>
    public ITimeQueries? OpenQueries(CancellationToken cancellation = default)
    {
        _ = Table;
        return Guard(ServerVerb.OpenQueries, _ => Questions(cancellation), cancellation);
    }

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation)
    {
        EnsureRunning(cancellation);
        Guard(ServerVerb.Settle, AwaitQuiet, cancellation);
    }

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => Guard(ServerVerb.Measure, Space, cancellation);

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation)
    {
        EnsureRunning(cancellation);
        Guard(ServerVerb.Audit, token => Read(audit, token), cancellation);
    }

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        if (Used is not null)
        {
            Guard(ServerVerb.Clean, Drop, cancellation);
            Used = null;
        }
    }

    /// <inheritdoc/>
    public virtual IReadOnlyList<int> ServerProcesses() => PrivateServer?.Processes ?? _listening.At(Servers);

    /// <inheritdoc/>
    public virtual IReadOnlyList<IResourceReader> OpenReaders() =>
        [LocalProcesses.OfServer(ServerProcesses) is { Processes.Count: > 0 } reader ? reader : new UnmeasuredReader()];

    /// <inheritdoc/>
    public string? ServerFault => PrivateServer is { } server
        ? ServerFaults.Of(server.Plan.Product, server.Processes.Count > 0, server.Folder) : null;

    /// <inheritdoc/>
    public IServerControl? ServerControl => PrivateServer is { } server ? new PrivateServerControl(server) : null;

    /// <inheritdoc/>
    public void Dispose()
    {
        _driver?.Dispose();
        Close();
        opening.Lease?.Dispose();
    }

    /// <summary>Addresses of the server's present nodes.</summary>
    protected virtual IReadOnlyList<System.Net.EndPoint> Servers => opening.Address.Nodes;

    /// <summary>Derives what the target keeps about a trial's table. Contacts no server.</summary>
    /// <param name="table">The trial's table.</param>
    protected abstract TTable TableOf(TrialTable table);

    /// <summary>Asks the server for product, version and settings.</summary>
    /// <param name="settings">Receives the settings that influence figures.</param>
    /// <param name="cancellation">Cancels the call.</param>
    protected abstract ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation);

    /// <summary>Creates the empty table. Drops the table of an earlier trial with its data.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    protected abstract void Create(CancellationToken cancellation);

    /// <summary>
    /// Creates the empty table if it is missing, and refuses one of another shape. Deletes and alters nothing. Targets that do
    /// not override it cannot be served.
    /// </summary>
    /// <param name="cancellation">Cancels the call.</param>
    protected virtual void CreateMissing(CancellationToken cancellation) => throw new TargetException(
        $"DbIngest has no preparation of {opening.Database} that deletes nothing, so it cannot be served.");

    /// <summary>
    /// Records the state of the server at the start of a trial, for example the length of a log. Called after Prepare or Attach.
    /// </summary>
    /// <param name="cancellation">Cancels the call.</param>
    protected virtual void Begin(CancellationToken cancellation)
    {
    }

    /// <summary>
    /// Adds values to the table while it is written, unless it has them. A target whose store keeps what it is sent does nothing.
    /// Targets that do not override it add none (<see cref="TargetDefinition.AddsValues"/>).
    /// </summary>
    /// <param name="whole">The table with the values.</param>
    /// <param name="added">The values.</param>
    /// <param name="cancellation">Cancels the call.</param>
    protected virtual void Widen(TTable whole, IReadOnlyList<ValueColumn> added, CancellationToken cancellation) =>
        throw new TargetException($"DbIngest adds no values to a table of {opening.Database} while it is written.");

    /// <summary>Opens a writer of the wire client. Several threads call it at once.</summary>
    /// <param name="source">The source that the writer serves, from 0.</param>
    /// <param name="cancellation">Cancels the opening, and afterwards a pending write for as long as the writer lives.</param>
    protected abstract IBatchWriter Writer(int source, CancellationToken cancellation);

    /// <summary>Connects for questions about time ranges. Null if the database answers none here, as by default.</summary>
    /// <param name="cancellation">Cancels the opening, and afterwards pending questions.</param>
    protected virtual ITimeQueries? Questions(CancellationToken cancellation) => null;

    /// <summary>Waits until the server has flushed all data and its background work has ended.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    protected abstract void AwaitQuiet(CancellationToken cancellation);

    /// <summary>Measures the disk space of the table in bytes.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    protected abstract DiskSpace Space(CancellationToken cancellation);

    /// <summary>Reads all stored records. Changes nothing.</summary>
    /// <param name="audit">Receives the records.</param>
    /// <param name="cancellation">Cancels the call.</param>
    protected abstract void Read(StoredContent audit, CancellationToken cancellation);

    /// <summary>Drops the table with its data.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    protected abstract void Drop(CancellationToken cancellation);

    /// <summary>Called after nodes of a private server were restarted, for example to drop connections.</summary>
    protected virtual void Restarted()
    {
    }

    /// <summary>Called when a verb has failed, before its exception is thrown.</summary>
    /// <param name="error">The client's failure.</param>
    protected virtual void Failed(WireException error)
    {
    }

    /// <summary>Closes what the derived class holds, at disposal.</summary>
    protected virtual void Close()
    {
    }

    /// <summary>True if a verb failed because the server's disk is full.</summary>
    /// <param name="error">The failure of the verb.</param>
    protected virtual bool IsFull(TargetException error) => false;

    private void Use(TrialTable table) => (Used, _values) = (TableOf(table), table.Schema.ValueCount);

    /// <summary>Restarts a private server whose process has ended.</summary>
    /// <param name="cancellation">Cancels the call.</param>
    /// <param name="mayForget">As for <see cref="PrivateServer.EnsureRunning"/>.</param>
    /// <exception cref="TargetException">The server does not start.</exception>
    private void EnsureRunning(CancellationToken cancellation, bool mayForget = false)
    {
        cancellation.ThrowIfCancellationRequested();
        PrivateServer?.EnsureRunning(cancellation, mayForget);
        if (PrivateServer?.Starts is { } starts && starts != _starts)
        {
            // This target's verb, another target that shares the server, or a fault of the trial has started it.
            _starts = starts;
            Guard(mayForget ? ServerVerb.Prepare : ServerVerb.Settle, _ => Restarted(), cancellation);
        }
    }

    private void Guard(ServerVerb verb, Action<CancellationToken> work, CancellationToken cancellation) => Guard(verb, token =>
    {
        work(token);
        return true;
    }, cancellation);

    private T Guard<T>(ServerVerb verb, Func<CancellationToken, T> work, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var watch = PrivateServer?.Watches.Begin(cancellation);
        try
        {
            return work(watch?.Token ?? cancellation);
        }
        catch (Exception exception) when (exception is WireException or OperationCanceledException)
        {
            cancellation.ThrowIfCancellationRequested();
            string what = $"{Sentence(verb)} ({opening.Address})";
            if (exception is not WireException error)
            {
                throw new TargetException($"{what}: the server has ended: {PrivateServer?.LastOfLog()}", exception,
                    isUnreachable: true);
            }

            Failed(error);
            throw opening.Failure(what, error);
        }
        finally
        {
            if (watch is not null)
            {
                PrivateServer!.Watches.End(watch);
            }
        }
    }

    private string Sentence(ServerVerb verb) => verb switch
    {
        ServerVerb.Describe => "The server cannot be described",
        ServerVerb.Prepare => $"The {Store} cannot be prepared",
        ServerVerb.Attach => $"The {Store} cannot be attached to",
        ServerVerb.Ensure => $"The {Store} cannot be made ready",
        ServerVerb.AddValues => $"No value can be added to the {Store}",
        ServerVerb.OpenWriter => "No writer can be opened",
        ServerVerb.OpenQueries => "No question can be asked",
        ServerVerb.Settle => "The server cannot be settled",
        ServerVerb.Measure => "The disk space cannot be measured",
        ServerVerb.Audit => $"The {Store} cannot be read",
        _ => $"The {Store} cannot be dropped",
    };
}
