using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A target of a server, found or started for the run: all that is the same for every database. A database derives its target,
/// which says how the server is described, written, settled, weighed and read. Each verb runs under one guard, so that
/// cancellation, time-outs and the loss of the server mean the same everywhere: a verb that the user cancels throws
/// <see cref="OperationCanceledException"/>; a failure of the server is a <see cref="TargetException"/> that names the verb and
/// the server; and no verb goes on once the process of a server of the run has ended.
/// </summary>
/// <typeparam name="TTable">What the records are stored in: the table's statements, for example.</typeparam>
/// <param name="opening">The server, and how it is used.</param>
/// <param name="programs">The names of the server's processes, as <c>/proc/PID/comm</c> has them; none where they are not looked
/// for.</param>
internal abstract class ServerTarget<TTable>(ServerOpening opening, params string[] programs) : IServerTarget
    where TTable : class
{
    private readonly IWritePath? _driver = opening.Driver?.Invoke(opening.AttachEndpoint, opening.Contract, opening.Options);
    private readonly ListeningProcesses _listening = new(programs);

    /// <inheritdoc/>
    public OwnServer? Own => opening.Own;

    /// <inheritdoc/>
    public virtual string AttachEndpoint => opening.AttachEndpoint;

    /// <inheritdoc/>
    public long? ServerMemoryBytes => Own?.Plan.MemoryMb << 20;

    /// <inheritdoc/>
    public virtual bool AuditsShares => false;

    /// <summary>The server, and how it is used.</summary>
    protected ServerOpening Opening => opening;

    /// <summary>Whether the vendor's driver writes.</summary>
    protected bool HasDriver => _driver is not null;

    /// <summary>The name of the write path.</summary>
    protected virtual string Client => _driver?.Client ?? WriteClient.Wire;

    /// <summary>The program that writes where no <see cref="IWritePath"/> does, with its version.</summary>
    protected virtual string Program => $"DbIngest {BuildStamp.Of(typeof(ServerOpening)).Number}";

    /// <summary>What the records are stored in, for messages.</summary>
    protected virtual string Store => "table";

    /// <summary>The table that was prepared or attached to.</summary>
    /// <exception cref="TargetException">There is none.</exception>
    protected TTable Table => Used ?? throw new TargetException("The target was neither prepared nor attached.");

    /// <summary>The table that was prepared or attached to; null before, and after it was dropped.</summary>
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

        if (Own?.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        return new TargetDescription
        {
            Database = opening.Database,
            Client = Client,
            Nodes = Own?.Plan.AskedNodes,
            ServerVersion = facts.Product,
            DriverVersion = _driver?.Version ?? $"{Program}, {facts.Protocol}",
            Durability = opening.Contract.Name,
            DurabilityMeaning = opening.Contract.Meaning,
            Survives = opening.Contract.Survives,
            Copies = facts.Copies,
            InMemory = facts.InMemory,
            Endpoint = Own?.Plan.Name ?? opening.Address.ToString(),
            Placement = Servers.All(OwnMachine.Has) ? "local" : "remote",
            Servers = Servers,
            Homes = Own?.Plan.NamedBy is { } home ? [home] : null,
            Configuration = facts.Configuration ?? Own?.Plan.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
            LicenceNotice = facts.LicenceNotice,
        };
    }, cancellation);

    /// <inheritdoc/>
    public virtual void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        EnsureRunning(cancellation, mayForget: true);
        Used = TableOf(table);
        try
        {
            Guard(ServerVerb.Prepare, Create, cancellation);
        }
        catch (TargetException exception) when (Own is not null && IsFull(exception))
        {
            // What earlier trials left fills the disk, and dropping it may take room as well. None of it is needed.
            Own.Renew(forget: null, cancellation);
            Guard(ServerVerb.Prepare, Create, cancellation);
        }

        Guard(ServerVerb.Prepare, Begin, cancellation);
        _driver?.Use(table);
    }

    /// <inheritdoc/>
    public void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        cancellation.ThrowIfCancellationRequested();
        Used = TableOf(table);
        Guard(ServerVerb.Attach, Begin, cancellation);
        _driver?.Use(table);
    }

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        Guard(ServerVerb.OpenWriter, _ => _driver?.OpenWriter(source, cancellation)
            ?? Writer(source, cancellation), cancellation);

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
    public virtual IReadOnlyList<int> ServerProcesses() => Own?.Processes ?? _listening.At(Servers);

    /// <inheritdoc/>
    public string? ServerFault => Own is null ? null : ServerFaults.Of(Own.Plan.Product, Own.Processes.Count > 0, Own.Folder);

    /// <inheritdoc/>
    public void Dispose()
    {
        _driver?.Dispose();
        Close();
        opening.Lease?.Dispose();
    }

    /// <summary>The nodes that the server has now.</summary>
    protected virtual IReadOnlyList<System.Net.EndPoint> Servers => opening.Address.Nodes;

    /// <summary>Makes what the records of a trial are stored in. Asks the server nothing.</summary>
    /// <param name="table">The trial's table.</param>
    protected abstract TTable TableOf(TrialTable table);

    /// <summary>Asks the server what it is.</summary>
    /// <param name="settings">Receives the settings that bear on the figures.</param>
    /// <param name="cancellation">Ends it early.</param>
    protected abstract ServerFacts Describe(IDictionary<string, string> settings, CancellationToken cancellation);

    /// <summary>Makes the table anew, without what an earlier trial left.</summary>
    /// <param name="cancellation">Ends it early.</param>
    protected abstract void Create(CancellationToken cancellation);

    /// <summary>
    /// Notes where the trial begins, the length of a log for instance. Called once the table was prepared or attached to.
    /// </summary>
    /// <param name="cancellation">Ends it early.</param>
    protected virtual void Begin(CancellationToken cancellation)
    {
    }

    /// <summary>Opens a writer of the wire client. Called by several threads at once.</summary>
    /// <param name="source">The source that the writer belongs to.</param>
    /// <param name="cancellation">Ends it early, and what the writer waits for.</param>
    protected abstract IBatchWriter Writer(int source, CancellationToken cancellation);

    /// <summary>Waits until the server has written what it holds and does nothing in the background.</summary>
    /// <param name="cancellation">Ends it early.</param>
    protected abstract void AwaitQuiet(CancellationToken cancellation);

    /// <summary>Measures the disk space of the table.</summary>
    /// <param name="cancellation">Ends it early.</param>
    protected abstract DiskSpace Space(CancellationToken cancellation);

    /// <summary>Reads all records.</summary>
    /// <param name="audit">Receives the records.</param>
    /// <param name="cancellation">Ends it early.</param>
    protected abstract void Read(StoredContent audit, CancellationToken cancellation);

    /// <summary>Drops the table.</summary>
    /// <param name="cancellation">Ends it early.</param>
    protected abstract void Drop(CancellationToken cancellation);

    /// <summary>Called when nodes of a server of the run were started again.</summary>
    protected virtual void Restarted()
    {
    }

    /// <summary>Called when a verb failed, before its exception is thrown.</summary>
    /// <param name="error">The failure.</param>
    protected virtual void Failed(WireException error)
    {
    }

    /// <summary>Closes what the target holds beside the driver and the server of the run.</summary>
    protected virtual void Close()
    {
    }

    /// <summary>Whether a verb failed because the server's disk is full.</summary>
    /// <param name="error">The failure.</param>
    protected virtual bool IsFull(TargetException error) => false;

    /// <summary>Starts a server of the run again where its process has ended.</summary>
    /// <param name="cancellation">Ends it early.</param>
    /// <param name="mayForget">As of <see cref="OwnServer.EnsureRunning"/>.</param>
    /// <exception cref="TargetException">It does not start.</exception>
    private void EnsureRunning(CancellationToken cancellation, bool mayForget = false)
    {
        cancellation.ThrowIfCancellationRequested();
        if (Own?.EnsureRunning(cancellation, mayForget) == true)
        {
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
        var watch = Own?.Watch(cancellation);
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
                throw new TargetException($"{what}: the server has ended: {Own?.LastOfLog()}", exception, isUnreachable: true);
            }

            Failed(error);
            throw opening.Failure(what, error);
        }
        finally
        {
            if (watch is not null)
            {
                Own!.EndWatch(watch);
            }
        }
    }

    private string Sentence(ServerVerb verb) => verb switch
    {
        ServerVerb.Describe => "The server cannot be described",
        ServerVerb.Prepare => $"The {Store} cannot be prepared",
        ServerVerb.Attach => $"The {Store} cannot be attached to",
        ServerVerb.OpenWriter => "No writer can be opened",
        ServerVerb.Settle => "The server cannot be settled",
        ServerVerb.Measure => "The disk space cannot be measured",
        ServerVerb.Audit => $"The {Store} cannot be read",
        _ => $"The {Store} cannot be dropped",
    };
}
