using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>A database that is written to over HTTP: at the server that the endpoint names, else at one on this machine, else at a private one.</summary>
/// <param name="defaultPort">The port of HTTP where none is given.</param>
public abstract class HttpDefinition(int defaultPort) : TargetDefinition
{
    /// <summary>How long looking for a server may take.</summary>
    private static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan ReadyTimeout = TimeSpan.FromSeconds(5);

    private static readonly ServerPool<PrivateHttpPlan, PrivateHttpServer> PrivateServers = new();

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire)];

    /// <inheritdoc/>
    public override bool StartsServer => true;

    private HttpPlace Local { get; } = new(new IPEndPoint(IPAddress.Loopback, defaultPort), IsEncrypted: false, User: null);

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        Client(options.Client);
        var endpoint = Parse(options.Endpoint);
        ServerLease<PrivateHttpServer>? own = null;
        var place = endpoint.Place ?? (options.ServerLimits is null ? FindLocal(endpoint) : null);
        try
        {
            if (place is null)
            {
                var plan = PlanOwn(endpoint, contract, options);
                own = PrivateServers.Acquire(plan, () => PrivateHttpServer.Start(plan, Answers, options.Say, options.Cancellation));
                own.Server.Server.EnsureRunning(options.Cancellation);
                place = own.Server.Place;
            }

            return Connect(contract, endpoint, place, options, own);
        }
        catch (WireException exception)
        {
            own?.Dispose();
            throw Failure($"{Name} at {place} cannot be used", exception);
        }
        catch
        {
            own?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            var endpoint = Parse(options.Endpoint);
            return (endpoint.Place ?? FindLocal(endpoint)) is { } place
                ? new(true, $"{Product(place, endpoint.Connection(place, options) with { ConnectTimeout = ProbeTimeout, RequestTimeout = ProbeTimeout })} at {place}")
                : new(true, $"{PlanOwn(endpoint, DefaultContract, options).Program}: a server is started for a run");
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException or WireException)
        {
            return new(false, exception.Message);
        }
    }

    /// <summary>Reads an endpoint.</summary>
    /// <param name="endpoint">The text; null for the default.</param>
    /// <exception cref="ArgumentException">It is not of the form.</exception>
    private protected abstract HttpEndpoint Parse(string? endpoint);

    /// <summary>What a server says it is.</summary>
    /// <param name="place">Where it is.</param>
    /// <param name="connection">How connections are made.</param>
    /// <returns>Product and version.</returns>
    /// <exception cref="WireException">None answers, or it refuses us.</exception>
    /// <exception cref="TargetException">It is another product.</exception>
    private protected abstract string Product(HttpPlace place, HttpConnectionOptions connection);

    /// <summary>The private server that an endpoint asks for.</summary>
    /// <exception cref="TargetException">There are no programs to start it from; the message names the ways to get a server.</exception>
    private protected abstract PrivateHttpPlan PlanOwn(HttpEndpoint endpoint, DurabilityContract contract, TargetOptions options);

    /// <summary>Opens the target at a server that answers.</summary>
    private protected abstract ITarget Connect(DurabilityContract contract, HttpEndpoint endpoint, HttpPlace place, TargetOptions options, ServerLease<PrivateHttpServer>? own);

    /// <summary>A verb that failed.</summary>
    private protected abstract TargetException Failure(string what, WireException error);

    private bool Answers(HttpPlace place)
    {
        try
        {
            Product(place, new HttpConnectionOptions { ConnectTimeout = ReadyTimeout, RequestTimeout = ReadyTimeout });
            return true;
        }
        catch (HttpStatusException refused) when (refused.IsAccess)
        {
            // It answers, and refuses us: the user is to hear of that, and not to get another server.
            return true;
        }
        catch (Exception exception) when (exception is WireException or TargetException)
        {
            return false;
        }
    }

    private HttpPlace? FindLocal(HttpEndpoint endpoint) => !endpoint.WantsOwn && Answers(Local) ? Local : null;
}
