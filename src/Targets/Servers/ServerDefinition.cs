using DbIngest.Abstractions.Targets;
using DbIngest.Wire;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A database that is a server: the one that the endpoint names, else one that answers at the vendor's port on this machine, else
/// one that is started for the run. A database derives its definition, which says how an endpoint is read, what answers at an
/// address, which server is started, and how a target connects.
/// </summary>
public abstract class ServerDefinition : TargetDefinition
{
    private static readonly ServerPool<OwnServerPlan, OwnServer> OwnServers = new();

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } = [new(WriteClient.Wire)];

    /// <inheritdoc/>
    public override bool StartsServer => true;

    /// <summary>
    /// The server at the vendor's port on this machine, used where it answers and none is named; null where none is looked for.
    /// </summary>
    private protected abstract ServerAddress? Local { get; }

    /// <summary>Connects the vendor's driver; null where the target itself does, or this build has none.</summary>
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
                $"--nodes: --endpoint names {named}, a server that has the nodes that it has; leave one of the two options out.");
        }

        ServerLease<OwnServer>? lease = null;
        ServerAddress? address = null;
        try
        {
            address = endpoint.Address ?? Found(endpoint, options);
            if (address is null)
            {
                var plan = PlanOwn(endpoint, contract, options);
                lease = OwnServers.Acquire(plan, () => OwnServer.Start(plan, options.Say, options.Cancellation));
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
            throw Failure($"{Name} at {address} cannot be used", exception);
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
        try
        {
            var endpoint = Parse(options.Endpoint);
            return (endpoint.Address ?? Found(endpoint, options)) is { } address
                ? new(true, $"{Product(endpoint, address, Quick(options))} at {address}")
                : new(true, $"{PlanOwn(endpoint, Contract(options.Durability), options).Program}: a private server is started for a run");
        }
        catch (WireException exception)
        {
            return new(false, Failure("The server cannot be used", exception).Message);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new(false, exception.Message);
        }
    }

    /// <summary>Reads an endpoint.</summary>
    /// <param name="endpoint">The text; null for the default.</param>
    /// <exception cref="ArgumentException">The text is not of the form.</exception>
    private protected abstract ServerEndpoint Parse(string? endpoint);

    /// <summary>Refuses an endpoint whose options do not go with the durability or the client.</summary>
    /// <exception cref="ArgumentException">They do not.</exception>
    private protected virtual void Check(ServerEndpoint endpoint, DurabilityContract contract, WriteClient client)
    {
    }

    /// <summary>Asks what answers at an address.</summary>
    /// <param name="endpoint">How connections are made.</param>
    /// <param name="address">The address.</param>
    /// <param name="options">The user's options, with the time-outs of this question.</param>
    /// <returns>Product and version.</returns>
    /// <exception cref="WireException">Nothing answers, or it refuses the user.</exception>
    /// <exception cref="TargetException">Another product answers.</exception>
    private protected abstract string Product(ServerEndpoint endpoint, ServerAddress address, TargetOptions options);

    /// <summary>Plans the server of the run that an endpoint asks for.</summary>
    /// <exception cref="TargetException">There are no programs to start it from; the message names the ways to get a
    /// server.</exception>
    /// <exception cref="ArgumentException">The endpoint asks for what no server of the run has.</exception>
    private protected abstract OwnServerPlan PlanOwn(ServerEndpoint endpoint, DurabilityContract contract, TargetOptions options);

    /// <summary>Connects a target to a server.</summary>
    /// <param name="endpoint">How it is written to.</param>
    /// <param name="opening">The server. The target disposes its lease, unless this throws.</param>
    /// <exception cref="WireException">The server does not answer, or refuses.</exception>
    /// <exception cref="TargetException">The server cannot be used as asked, for example for want of the durability.</exception>
    private protected abstract ITarget Connect(ServerEndpoint endpoint, ServerOpening opening);

    /// <summary>Makes the exception of a verb that failed.</summary>
    /// <param name="what">What failed, as the beginning of a sentence.</param>
    /// <param name="error">The failure.</param>
    private protected abstract TargetException Failure(string what, WireException error);

    private static TargetOptions Quick(TargetOptions options) =>
        options.RequestTimeout < ServerTimeouts.Probe ? options : options with { RequestTimeout = ServerTimeouts.Probe };

    /// <summary>
    /// The server on this machine, where one answers and the user asked for none of the run. One that refuses the user answers
    /// too: the user is to hear of that.
    /// </summary>
    private ServerAddress? Found(ServerEndpoint endpoint, TargetOptions options)
    {
        if (Local is null || !StartsServer)
        {
            return Local;
        }

        if (endpoint.WantsOwn || options.Nodes is not null || options.ServerLimits is not null)
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
