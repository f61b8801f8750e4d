using System.Net;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Via;

/// <summary>
/// A target that is written through an HTTP service, which this object starts for each trial. <see cref="Prepare"/> creates the
/// table directly and then starts the service. <see cref="Settle"/> drains and ends it, so that the audit reads the database
/// directly and no request is pending. The load of a mix settles too, so <see cref="Running"/> starts a new service for the
/// mix. <c>ServiceWrapper</c> wraps the target of the database in it when a sweep opens its targets.
/// </summary>
/// <remarks>
/// A service that ends by itself is not started again during the trial: <see cref="ServerFault"/> then says that it has ended.
/// </remarks>
/// <param name="inner">The database, which this object owns and disposes.</param>
/// <param name="start">How to start the service.</param>
public sealed class ViaServiceTarget(ITarget inner, ServiceStart start) : ServiceClientTarget(inner, start.RequestTimeout)
{
    private readonly Lock _starting = new();
    private PrivateServer? _service;
    private TrialTable? _table;

    /// <inheritdoc/>
    public override ServiceAddress? Running(CancellationToken cancellation)
    {
        lock (_starting)
        {
            if (_service is null && _table is { } table)
            {
                _service = StartService(table, cancellation);
            }

            return _service is { } service ? AddressOf(service) : null;
        }
    }

    /// <inheritdoc/>
    public override string? ServerFault => base.ServerFault
        ?? (_service is { Processes.Count: 0 } ended ? $"The service has ended: {ended.LastOfLog()}" : null);

    /// <inheritdoc/>
    public override TargetDescription Describe(CancellationToken cancellation = default) => Described(settings =>
    {
        settings["service"] = $"dbingest serve {BuildStamp.Of(typeof(ViaServiceTarget)).Number}, on loopback, without TLS";
        settings["service_body"] = "batches and records sent: binary, one request each; records read: JSON";
        settings["service_process"] = "started for each trial, and again after the load of a mix"
            + (start.IsWarmedUp ? "; warmed up before the timed part" : "; not warmed up");
        foreach (var (name, value) in start.Settings)
        {
            settings[name] = value;
        }

        AddHttp(settings, start.IsHttp2);

        if (start.Limits is { } limits)
        {
            settings["service_limits"] = limits.ToString();
        }
    }, cancellation);

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        EndService(isGraceful: false);
        _table = null;
        base.Prepare(table, cancellation);
        _service = StartService(table, cancellation);
        _table = table;
    }

    /// <summary>Drains and ends the service, then lets the database settle.</summary>
    public override void Settle(CancellationToken cancellation)
    {
        EndService(isGraceful: true);
        Inner.Settle(cancellation);
    }

    /// <summary>Ends the service of an abandoned trial first, because it writes to the table that is then dropped.</summary>
    public override void Clean(CancellationToken cancellation = default)
    {
        EndService(isGraceful: false);
        _table = null;
        Inner.Clean(cancellation);
    }

    /// <summary>The readers of the database and one of the service, by name.</summary>
    public override IReadOnlyList<IResourceReader> OpenReaders() => _service is not { } service ? Inner.OpenReaders()
        : [.. StoreReaders(), ServiceReader(() => service.Processes)];

    /// <inheritdoc/>
    protected override string Log() => _service is { } service ? $" Its log: {service.LastOfLog()}" : string.Empty;

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        EndService(isGraceful: false);
        base.Dispose(disposing);
    }

    private PrivateServer StartService(TrialTable table, CancellationToken cancellation)
    {
        var service = PrivateServer.Start(new ServicePlan(start, table), static _ => { }, cancellation);
        try
        {
            if (start.IsWarmedUp)
            {
                new ServiceWarmUp(source => OpenWriter(AddressOf(service), source, cancellation), table, Sequences)
                    .Run(cancellation);
            }

            return service;
        }
        catch
        {
            service.Dispose();
            throw;
        }
    }

    private ServiceAddress AddressOf(PrivateServer service) =>
        new($"http://{(IPEndPoint)service.Address.Nodes[0]}") { IsHttp2 = start.IsHttp2 };

    private void EndService(bool isGraceful)
    {
        if (Interlocked.Exchange(ref _service, null) is { } service)
        {
            using (service)
            {
                if (isGraceful)
                {
                    service.End();
                }
            }
        }
    }
}
