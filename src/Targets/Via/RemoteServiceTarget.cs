using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Via;

/// <summary>
/// A target that is written through an HTTP service which the user has started and which outlives the run. The run prepares,
/// audits and cleans the table in the database directly. Before each trial this target checks that the service is ready, idle,
/// and writes to that table. After the trial it waits until the service is idle. It never starts or ends the service.
/// <c>ServiceWrapper</c> wraps the target of the database in it when a sweep opens its targets.
/// </summary>
public sealed class RemoteServiceTarget : ServiceClientTarget
{
    private readonly ServiceDemand _needs;
    private readonly ServiceProbe _probe;
    private readonly ListeningProcesses _processes = new("dbingest", "dotnet");
    private readonly ServiceOffer _offer;
    private readonly ServiceAddress _service;

    private RemoteServiceTarget(
        ITarget inner, ServiceAddress service, ServiceDemand needs, ServiceProbe probe, ServiceOffer offer)
        : base(inner, needs.RequestTimeout)
    {
        (_service, _needs, _probe, _offer) = (service, needs, probe, offer);
        Service = service;
    }

    /// <summary>Reads what the service offers, and wraps the target of its store if the service fits.</summary>
    /// <param name="inner">The database. The new target disposes it, unless this method throws.</param>
    /// <param name="service">The service.</param>
    /// <param name="needs">The needs of the run.</param>
    /// <exception cref="TargetException">The service does not answer, or is not ready.</exception>
    /// <exception cref="ArgumentException">The service does not fit. The message names each difference.</exception>
    public static RemoteServiceTarget Open(ITarget inner, ServiceAddress service, ServiceDemand needs)
    {
        var probe = new ServiceProbe(service, needs.RequestTimeout);
        probe.RequireReady();
        var offer = probe.Offer();
        new ServiceFit(service, offer).Require(needs);
        return new(inner, service, needs, probe, offer);
    }

    /// <inheritdoc/>
    public override TargetDescription Describe(CancellationToken cancellation = default) => Described(settings =>
    {
        settings["service"] = $"dbingest serve {_offer.Version}, at {_service}";
        settings["service_body"] = "batches and records sent: binary, one request each; records read: JSON";
        settings["service_process"] = "started by somebody else"
            + (_needs.IsWarmedUp ? "; warmed up before the timed part of each trial" : "; not warmed up");
        settings["service_resources"] = Processes().Count > 0 ? "measured: it runs on this machine"
            : "not measured, and with them those of the server as a whole";
        settings["service_store_connections"] = FormattableString.Invariant($"{_offer.StoreConnections}");
        settings["service_threads"] = _offer.Threads ?? BuildStamp.Unknown;
        AddHttp(settings, _service.IsHttp2);
    }, cancellation);

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        _probe.RequireReady();
        var offer = _probe.Offer();
        var fit = new ServiceFit(_service, offer);
        Fits(fit);
        RequireSame(offer);
        fit.Require(table);

        // Requests that an abandoned trial has left pending must not reach the new table.
        _probe.AwaitIdle(cancellation);
        base.Prepare(table, cancellation);
        new StoreProof(() => Inner.OpenWriter(0, cancellation), () => OpenWriter(0, cancellation), table, _service)
            .Run(cancellation);
        if (_needs.IsWarmedUp)
        {
            new ServiceWarmUp(source => OpenWriter(source, cancellation), table, Sequences).Run(cancellation);
        }
    }

    /// <summary>Waits until the service has no pending request, then lets the database settle.</summary>
    public override void Settle(CancellationToken cancellation)
    {
        _probe.AwaitIdle(cancellation);
        Inner.Settle(cancellation);
    }

    /// <summary>
    /// The readers of the database by name, and one of the service. For a service on another machine it reports that the use is
    /// not measured.
    /// </summary>
    public override IReadOnlyList<IResourceReader> OpenReaders() =>
        [.. StoreReaders(), Processes().Count > 0 ? ServiceReader(Processes) : new UnmeasuredReader()];

    private IReadOnlyList<int> Processes() => _processes.At([_service.Server]);

    /// <summary>
    /// Refuses a service that the user has restarted as another one: the results of the run name the version, the threads and the
    /// connections that it had at first.
    /// </summary>
    private void RequireSame(ServiceOffer offer)
    {
        if (Named(offer) != Named(_offer))
        {
            throw new TargetException($"The service at {_service} has {Named(offer)}, and had {Named(_offer)} when this run "
                + "began; start it again as it was, or begin another run.");
        }

        // A service of an earlier release reports neither version nor threads.
        static string Named(ServiceOffer of) =>
            $"version {of.Version ?? BuildStamp.Unknown}, --threads {of.Threads ?? BuildStamp.Unknown} and --connections "
            + FormattableString.Invariant($"{of.StoreConnections}");
    }

    /// <summary>Compares the service again, because the user may have restarted it with other options.</summary>
    private void Fits(ServiceFit fit)
    {
        try
        {
            fit.Require(_needs);
        }
        catch (ArgumentException exception)
        {
            throw new TargetException(exception.Message, exception);
        }
    }
}
