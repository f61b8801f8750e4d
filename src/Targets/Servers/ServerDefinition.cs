using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Registers a database that is a server, and opens it: the server that the endpoint names, else one that answers at the vendor's
/// port on this machine, else a private server. Each server database derives its definition from it. The derived class says how
/// to read an endpoint, which product answers at an address, how to plan a private server, and how to connect a target.
/// </summary>
/// <remarks>
/// <c>OpenTargets</c> calls <see cref="Open"/> for a sweep, <c>SourceProcess</c> for the lanes of another process,
/// <c>ServeVerb</c> and <c>TrialServiceVerb</c> for a service. <c>Availability</c>, <c>ClusterProvider</c> and
/// <c>RunContainer</c> call <see cref="Probe"/> to learn whether a server answers. Only <see cref="Open"/> may start a server.
/// Stateless but for the pool of private servers, which all targets of the process share.
/// </remarks>
public abstract class ServerDefinition : TargetDefinition
{
    private static readonly ServerPool<PrivateServerPlan, PrivateServer> PrivateServers = new();

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire)];

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <summary>
    /// The vendor's default address on this machine, used if a server answers there and the endpoint names none. Null to look for
    /// none.
    /// </summary>
    private protected abstract ServerAddress? Local { get; }

    /// <summary>
    /// How a user gets a server, for the message if the user named none and none answers. Null if the message of
    /// <see cref="PlanPrivate"/> says it.
    /// </summary>
    private protected virtual string? Remedy => null;

    /// <summary>Connects the vendor's driver. Null if the target does so itself, or if this build has no driver.</summary>
    private protected virtual OpenDriver? Driver => null;

    /// <inheritdoc/>
    public override bool NamesServer(string endpoint) => !StartsServer || !endpoint.TrimStart().StartsWith('?');

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var endpoint = Parse(options.Endpoint);
        Check(endpoint, contract, client);
        if (options.Nodes is not null && endpoint.Address is { } named)
        {
            throw new ArgumentException(
                $"--nodes: --endpoint names {named}, whose nodes are fixed; leave one of the two options out.");
        }

        ServerLease<PrivateServer>? lease = null;
        ServerAddress? address = null;
        try
        {
            address = endpoint.Address ?? Found(endpoint, options);
            if (address is null)
            {
                var plan = PlanPrivate(endpoint, contract, options) with
                {
                    HasOwnDisk = options.WantsOwnDisk,
                    HasOwnNetwork = options.WantsOwnNetwork,
                    IsRestarted = options.RestartsServer,
                };
                lease = PrivateServers.Acquire(plan, () => PrivateServer.Start(plan, options.Say, options.Cancellation));
                lease.Server.EnsureRunning(options.Cancellation);
                address = lease.Server.Address;
            }

            var driver = client.Name == WriteClient.Driver ? Driver : null;
            return Connect(endpoint, new(Name, contract, address, endpoint.At(address), options, Failure, lease, driver));
        }
        catch (WireException exception)
        {
            lease?.Dispose();
            options.Cancellation.ThrowIfCancellationRequested();
            throw Unusable(endpoint, $"{Name} at {address} cannot be used", exception);
        }
        catch
        {
            lease?.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        ServerEndpoint? endpoint = null;
        try
        {
            endpoint = Parse(options.Endpoint);
            return (endpoint.Address ?? Found(endpoint, options)) is { } address
                ? new(true, $"{Product(endpoint, address, Quick(options))} at {address}")
                : new(true, $"{PlanPrivate(endpoint, Contract(options.Durability), options).Program}: a private server is "
                    + "started for a run");
        }
        catch (WireException exception)
        {
            return new(false, Unusable(endpoint!, "The server cannot be used", exception).Message);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new(false, exception.Message);
        }
    }

    /// <summary>Reads an endpoint. Connects nowhere.</summary>
    /// <param name="endpoint">The endpoint. Null for the default.</param>
    /// <exception cref="ArgumentException">The endpoint is invalid.</exception>
    private protected abstract ServerEndpoint Parse(string? endpoint);

    /// <summary>Refuses an endpoint whose options contradict the durability level or the client.</summary>
    /// <exception cref="ArgumentException">The options contradict each other.</exception>
    private protected virtual void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client)
    {
    }

    /// <summary>Asks the server at an address for its product.</summary>
    /// <param name="endpoint">Says how to connect.</param>
    /// <param name="address">The address.</param>
    /// <param name="options">The user's options, with the timeout of this request.</param>
    /// <returns>Product and version.</returns>
    /// <exception cref="WireException">Nothing answers, or the server refuses the user.</exception>
    /// <exception cref="TargetException">Another product answers.</exception>
    private protected abstract string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options);

    /// <summary>
    /// Plans the private server that an endpoint asks for. Starts nothing. Not called if <see cref="StartsServer"/> is false.
    /// </summary>
    /// <exception cref="TargetException">
    /// The programs of the server are missing. The message names the ways to get a server.
    /// </exception>
    /// <exception cref="ArgumentException">The endpoint asks for something that a private server cannot do.</exception>
    private protected virtual PrivateServerPlan PlanPrivate(ServerEndpoint endpoint, DurabilityContract contract,
        TargetOptions options) => throw new NotSupportedException($"No server of {Name} is started for a run.");

    /// <summary>Connects a target to a server.</summary>
    /// <param name="endpoint">Says how to write to it.</param>
    /// <param name="opening">The server. The target disposes its lease, unless this method throws.</param>
    /// <exception cref="WireException">The server does not answer, or refuses.</exception>
    /// <exception cref="TargetException">
    /// The server cannot be used as asked, for example because it lacks the durability level.
    /// </exception>
    private protected abstract ITarget Connect(ServerEndpoint endpoint, ServerOpening opening);

    /// <summary>Converts a client's failure into the exception that a verb of the target throws.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The client's failure.</param>
    private protected abstract TargetException Failure(string what, WireException error);

    private TargetException Unusable(ServerEndpoint endpoint, string what, WireException error)
    {
        var failure = Failure(what, error);
        return Remedy is null || endpoint.IsNamed || !failure.IsUnreachable ? failure
            : new($"{failure.Message} {Remedy}", error, isUnreachable: true);
    }

    private static TargetOptions Quick(TargetOptions options) =>
        options.RequestTimeout < ServerTimeouts.Probe ? options : options with { RequestTimeout = ServerTimeouts.Probe };

    /// <summary>
    /// Finds the server on this machine, unless the user asked for a private one. A server that refuses the user counts as found,
    /// so that the user sees the refusal.
    /// </summary>
    private ServerAddress? Found(ServerEndpoint endpoint, TargetOptions options)
    {
        if (Local is null || !StartsServer)
        {
            return Local;
        }

        if (endpoint.WantsPrivate || options.WantsPrivateServer || options.Nodes is not null || options.ServerLimits is not null)
        {
            return null;
        }

        try
        {
            Product(endpoint, Local, Quick(options));
            return Local;
        }
        catch (WireException refusal)
        {
            return refusal is ConnectionLostException or WireProtocolException ? null : Local;
        }
        catch (TargetException)
        {
            return null;
        }
    }
}
