using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;

namespace DbIngest.Targets.Http;

/// <summary>What targets over HTTP have in common: a server, foreign or private, that is described, brought back, and asked.</summary>
/// <param name="database">The database, as options name it.</param>
/// <param name="contract">The contract.</param>
/// <param name="place">Where the server is.</param>
/// <param name="attachEndpoint">What another process is given.</param>
/// <param name="own">Our part in a private server; null for a foreign one.</param>
/// <param name="program">What the server's process is called.</param>
internal abstract class HttpTarget(
    string database, DurabilityContract contract, HttpPlace place, string attachEndpoint, ServerLease<PrivateHttpServer>? own, string program) : ITarget
{
    private readonly ListeningProcesses _listening = new(program);

    /// <inheritdoc/>
    public string AttachEndpoint => attachEndpoint;

    /// <inheritdoc/>
    public long? ServerMemoryBytes => own?.Server.Plan.MemoryMb << 20;

    /// <summary>The second port of a private server: for its vendor's own programs; null for a foreign one.</summary>
    internal int? SecondPort => own?.Server.SecondPort;

    /// <summary>The private server, or null.</summary>
    protected PrivateHttpServer? Own => own?.Server;

    /// <summary>What writes batches, as <c>--client</c> names it.</summary>
    protected virtual string Client => WriteClient.Wire;

    /// <summary>The program that writes batches, with its version.</summary>
    protected virtual string Program => $"DbIngest {BuildStamp.Of(typeof(HttpTarget)).Version}";

    /// <inheritdoc/>
    public TargetDescription Describe(CancellationToken cancellation = default) => Guard("The server cannot be described", () =>
    {
        cancellation.ThrowIfCancellationRequested();
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal) { ["connections_a_writer"] = "1" };
        var (product, protocol) = Describe(settings, cancellation);
        if (own?.Server.Server.Limits is { } limits)
        {
            settings[TargetDescription.LimitsSetting] = limits;
        }

        return new TargetDescription
        {
            Database = database,
            Client = Client,
            ServerVersion = product,
            DriverVersion = $"{Program}, {protocol} over HTTP/1.1",
            Durability = contract.Name,
            DurabilityMeaning = contract.Meaning,
            Survives = contract.Survives,
            Endpoint = own is null ? place.ToString() : "private server",
            Placement = place.IsLocal ? "local" : "remote",
            Servers = [place.Server],
            Homes = own?.Server.Plan.NamedBy is { } home ? [home] : null,
            Configuration = own?.Server.Plan.Description ?? TargetDescription.FoundConfiguration,
            Settings = settings,
        };
    });

    /// <inheritdoc/>
    public void Prepare(TrialTable table, CancellationToken cancellation = default) => Guard("The table cannot be prepared", () =>
    {
        cancellation.ThrowIfCancellationRequested();
        own?.Server.Server.EnsureRunning(cancellation, mayForget: true);
        Attach(table, cancellation);
        cancellation.ThrowIfCancellationRequested();
        Create();
        return true;
    });

    /// <inheritdoc/>
    public abstract void Attach(TrialTable table, CancellationToken cancellation = default);

    /// <inheritdoc/>
    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => Guard("No writer can be opened", () =>
    {
        cancellation.ThrowIfCancellationRequested();
        var session = Session();
        try
        {
            return Writer(session, cancellation);
        }
        catch
        {
            session.Dispose();
            throw;
        }
    });

    /// <inheritdoc/>
    public void Settle(CancellationToken cancellation) => Guard("The server cannot be settled", () =>
    {
        EnsureRunning(cancellation);
        AwaitQuiet(cancellation);
        return true;
    });

    /// <inheritdoc/>
    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => Guard("The disk space cannot be measured", () =>
    {
        cancellation.ThrowIfCancellationRequested();
        return Space(cancellation);
    });

    /// <inheritdoc/>
    public virtual bool AuditsShares => false;

    /// <inheritdoc/>
    public void Audit(StoredContent audit, CancellationToken cancellation) => Guard("The table cannot be read", () =>
    {
        EnsureRunning(cancellation);
        Read(audit, cancellation);
        return true;
    });

    /// <inheritdoc/>
    public void Clean(CancellationToken cancellation = default) => Guard("The table cannot be dropped", () =>
    {
        cancellation.ThrowIfCancellationRequested();
        Drop();
        return true;
    });

    /// <inheritdoc/>
    public IReadOnlyList<int> ServerProcesses() => own?.Server.Server.Processes ?? _listening.At([place.Server]);

    /// <inheritdoc/>
    public string? ServerFault => own is null ? null : ServerFaults.Of(own.Server.Plan.Product, own.Server.Server.Processes.Count > 0, own.Server.Server.Folder);

    /// <inheritdoc/>
    public void Dispose() => own?.Dispose();

    /// <summary>Starts the server again, where it is ours and died.</summary>
    internal void EnsureRunning(CancellationToken cancellation) => own?.Server.Server.EnsureRunning(cancellation);

    /// <summary>A connection of its own.</summary>
    protected abstract HttpSession Session();

    /// <summary>Asks the server what it is.</summary>
    /// <param name="settings">Receives its settings.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>Product and version, and the protocol of writing.</returns>
    protected abstract (string Product, string Protocol) Describe(IDictionary<string, string> settings, CancellationToken cancellation);

    /// <summary>Makes the table that was attached to anew. Not cut in the middle: a server carries out later what it was asked, after the statements of the next verb perhaps.</summary>
    protected abstract void Create();

    /// <summary>Opens a writer.</summary>
    /// <param name="session">Its connection; the writer's, unless this throws.</param>
    /// <param name="cancellation">Ends what the writer waits for.</param>
    protected abstract IBatchWriter Writer(HttpSession session, CancellationToken cancellation);

    /// <summary>Waits until the server has done what it does in the background.</summary>
    protected abstract void AwaitQuiet(CancellationToken cancellation);

    /// <summary>The space of the table.</summary>
    protected abstract DiskSpace Space(CancellationToken cancellation);

    /// <summary>Reads every record.</summary>
    protected abstract void Read(StoredContent audit, CancellationToken cancellation);

    /// <summary>Drops the table, if one was attached to. Not cut in the middle either.</summary>
    protected abstract void Drop();

    /// <summary>A verb that failed.</summary>
    protected abstract TargetException Failure(string what, WireException error);

    private T Guard<T>(string what, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (WireException exception)
        {
            throw Failure(what, exception);
        }
    }
}
