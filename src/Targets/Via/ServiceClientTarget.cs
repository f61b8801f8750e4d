using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire;

namespace DbIngest.Targets.Via;

/// <summary>
/// A target whose writers send batches to an HTTP service that stands before the database, while every other call reaches the
/// database itself. <c>SourceProcess</c> wraps a target in it if the trial goes through a service, with the address of the
/// service that the main process started (<see cref="ViaServiceTarget"/>) or that the user named
/// (<see cref="RemoteServiceTarget"/>). No writer can be opened while no service runs.
/// </summary>
/// <param name="inner">The database, which this object owns and disposes.</param>
/// <param name="requestTimeout">Timeout of one request to the service.</param>
public class ServiceClientTarget(ITarget inner, TimeSpan requestTimeout) : ForwardingTarget(inner)
{
    private const string InProcess = "in-process";
    private const string Local = "local";

    /// <summary>
    /// The promises of reads are the same in every trial, so the database is asked once, on first use, by one lane for all. A
    /// failure holds for a trial: the next one asks again.
    /// </summary>
    private Lazy<ReadPromise> _promise = Question(inner);
    private bool _hasKey = true;

    /// <summary>The address of the service. Null while no service runs.</summary>
    public virtual ServiceAddress? Service { get; init; }

    /// <summary>The address of the service. A target that starts its services starts one if none runs.</summary>
    /// <param name="cancellation">Cancels the start.</param>
    /// <exception cref="TargetException">The service does not start.</exception>
    public virtual ServiceAddress? Running(CancellationToken cancellation) => Service;

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        Begin(table);
        Inner.Prepare(table, cancellation);
    }

    /// <inheritdoc/>
    public override void Attach(TrialTable table, CancellationToken cancellation = default)
    {
        Begin(table);
        Inner.Attach(table, cancellation);
    }

    /// <inheritdoc/>
    public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) => OpenWriter(
        Running(cancellation) ?? throw new TargetException("The service does not run: the target was not prepared."),
        source, cancellation);

    /// <summary>The last lines of the service's log, with a leading blank, for a message. Empty if the log is unknown.</summary>
    protected virtual string Log() => string.Empty;

    /// <summary>
    /// Describes the database with the settings of the service. A database without a server runs in the process of the service,
    /// so it counts as local.
    /// </summary>
    /// <param name="add">Adds the settings of the service.</param>
    /// <param name="cancellation">Cancels the description of the database.</param>
    private protected TargetDescription Described(Action<Dictionary<string, string>> add, CancellationToken cancellation)
    {
        var description = Inner.Describe(cancellation);
        var settings = new Dictionary<string, string>(description.Settings, StringComparer.Ordinal);
        add(settings);
        return description with
        {
            Settings = settings,
            Placement = description.Placement == InProcess ? Local : description.Placement,
        };
    }

    /// <summary>Opens the readers of the database, with names beside that of the service.</summary>
    private protected IEnumerable<IResourceReader> StoreReaders()
    {
        var store = Inner.OpenReaders();
        return store.Select((reader, i) => reader is INodeReader ? reader
            : new NamedReader(store.Count == 1 ? "store" : FormattableString.Invariant($"store {i + 1}"), reader));
    }

    /// <summary>Opens the reader of a service on this machine.</summary>
    private protected static NamedReader ServiceReader(Func<IReadOnlyList<int>> processes) =>
        new("service", new ThreadReader(new LocalProcesses(processes, proportional: false)));

    /// <summary>Adds the HTTP version of requests to the settings. A result without the setting used HTTP/1.1.</summary>
    private protected static void AddHttp(Dictionary<string, string> settings, bool isHttp2)
    {
        if (isHttp2)
        {
            settings["service_http"] = "HTTP/2, a request under way a connection";
        }
    }

    /// <summary>Connects a writer to a service.</summary>
    private protected IBatchWriter OpenWriter(ServiceAddress service, int source, CancellationToken cancellation)
    {
        try
        {
            return HttpSession.Hand(
                service.Open(requestTimeout),
                session => new ServiceWriter(session, source, _promise, _hasKey, cancellation));
        }
        catch (WireException error)
        {
            cancellation.ThrowIfCancellationRequested();
            throw new TargetException($"No writer of the service at {service} can be opened: {error.Message}{Log()}", error,
                isUnreachable: error is ConnectionLostException);
        }
    }

    private static Lazy<ReadPromise> Question(ITarget store) => new(() => ReadPromise.Of(store));

    private void Begin(TrialTable table)
    {
        _hasKey = table.IsIndexed;
        if (!_promise.IsValueCreated)
        {
            _promise = Question(Inner);
        }
    }
}
