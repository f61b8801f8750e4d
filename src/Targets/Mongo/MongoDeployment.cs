using System.Diagnostics;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Topology of a deployment. <see cref="MongoDeployment.Connect"/> learns it from the first server that answers.
/// </summary>
internal enum DeploymentKind
{
    /// <summary>A standalone server, or one member of a set that is used alone.</summary>
    Standalone,

    /// <summary>A replica set: one member, the primary, accepts writes.</summary>
    ReplicaSet,

    /// <summary>A sharded cluster behind routers.</summary>
    Sharded,
}

/// <summary>
/// The servers of a deployment as they describe themselves (specification "Server Discovery And Monitoring"), and the way to
/// connect to each. <see cref="MongoDefinition"/> connects it for a target, whose writers, audit and settling share it, and
/// <c>MongoDriverPath</c> connects its own. In a replica set a connection goes to the primary, and
/// <see cref="Open(CancellationToken)"/> and <see cref="OpenForWriting"/> wait for an election, at most for the connect
/// timeout. Thread-safe.
/// </summary>
internal sealed class MongoDeployment
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly MongoConnectionOptions _writing;
    private readonly MongoConnectionOptions _options;
    private EndPoint[] _members;
    private EndPoint _primary;

    private MongoDeployment(DeploymentKind kind, MongoConnection first, IReadOnlyList<EndPoint> seeds,
        MongoConnectionOptions options)
    {
        Kind = kind;
        Hello = first.Hello;
        Seeds = seeds;
        _writing = options;
        _options = options.RequestTimeout < ServerTimeouts.Schema
            ? options with { RequestTimeout = ServerTimeouts.Schema } : options;
        _primary = first.Server;
        _members = [.. seeds];
        Learn(first.Hello);
    }

    /// <summary>Topology of the deployment.</summary>
    public DeploymentKind Kind { get; }

    /// <summary>What the first server that answered reported about itself.</summary>
    public MongoHello Hello { get; }

    /// <summary>The servers of the endpoint. In a sharded cluster they are the routers.</summary>
    public IReadOnlyList<EndPoint> Seeds { get; }

    /// <summary>All known servers, of a replica set its members.</summary>
    public IReadOnlyList<EndPoint> Members => Volatile.Read(ref _members);

    /// <summary>Asks the first server that answers for the topology.</summary>
    /// <param name="seeds">The servers to ask first.</param>
    /// <param name="setName">Name that the set must have. Null for any.</param>
    /// <param name="isDirect">True to use the named server alone.</param>
    /// <param name="options">How to connect.</param>
    /// <returns>The deployment.</returns>
    /// <exception cref="WireException">No server answers. The message is that of the last server.</exception>
    /// <exception cref="TargetException">The topology or the set's name contradicts the endpoint.</exception>
    public static MongoDeployment Connect(IReadOnlyList<EndPoint> seeds, string? setName, bool isDirect,
        MongoConnectionOptions options)
    {
        using var first = NodeOrder.Open(seeds.Count, server => OpenServer(seeds[server], options));
        var hello = first.Hello;
        if (setName is not null && hello.SetName != setName)
        {
            throw new TargetException(
                $"{MongoAddress.Show(first.Server)} is "
                + $"{(hello.SetName is { } other ? $"of the replica set {other}" : "of no replica set")}, and "
                + $"replicaSet={setName} asks for another; leave it out, or name another server.");
        }

        if (isDirect)
        {
            return hello.IsWritable
                ? new(DeploymentKind.Standalone, first, seeds, options)
                : throw new TargetException(
                    $"{MongoAddress.Show(first.Server)} accepts no writes now, and directConnection=true asks for it alone; its "
                    + $"primary is at {hello.Primary ?? "an unknown place"}.");
        }

        if (hello.IsRouter)
        {
            return new(DeploymentKind.Sharded, first, seeds, options);
        }

        return hello.SetName is not null ? new(DeploymentKind.ReplicaSet, first, seeds, options)
            : seeds.Count == 1 ? new(DeploymentKind.Standalone, first, seeds, options)
            : throw new TargetException(
                $"{MongoAddress.Show(first.Server)} is a standalone server, neither router nor member of a set, and several "
                + $"are named: name it alone.");
    }

    /// <summary>Connects to the primary or a router, for schemas, settings and reading.</summary>
    /// <param name="cancellation">Closes the connection and ends a pending call.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="WireException">No server accepts writes.</exception>
    public MongoConnection Open(CancellationToken cancellation = default) =>
        Open(0, _options with { Cancellation = cancellation });

    /// <summary>Connects to the primary or a router for the timed path, with the user's timeout per request.</summary>
    /// <param name="lane">Number of the writer, by which writers spread over routers.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="WireException">No server accepts writes.</exception>
    public MongoConnection OpenForWriting(int lane) => Open(lane, _writing);

    /// <summary>Connects to one server that serves clients: a primary, a secondary, a router or a standalone server.</summary>
    /// <param name="server">The server.</param>
    /// <param name="cancellation">Closes the connection and ends a pending call.</param>
    /// <exception cref="ConnectionLostException">The server cannot be reached, or serves no client now.</exception>
    public MongoConnection OpenAt(EndPoint server, CancellationToken cancellation)
    {
        var connection = OpenServer(server, _options with { Cancellation = cancellation });
        if (!connection.Hello.IsUnavailable)
        {
            return connection;
        }

        connection.Dispose();
        throw new ConnectionLostException(
            $"{MongoAddress.Show(server)} serves no client now: it is neither primary nor secondary of "
            + $"{connection.Hello.SetName}.");
    }

    /// <summary>Parses the name by which one server calls another.</summary>
    /// <exception cref="WireProtocolException">The text is not a server's name.</exception>
    public static EndPoint Named(string name)
    {
        try
        {
            return MongoAddress.Host(name);
        }
        catch (FormatException exception)
        {
            throw new WireProtocolException($"The server names another in a way that is not understood: {exception.Message}.",
                exception);
        }
    }

    /// <summary>
    /// Connects to a server. One that shuts down or changes its state answers <c>hello</c> or the login by an error. It counts as
    /// unreachable, so that the caller goes on to another: an old primary answers so for 15 s after a new one is elected.
    /// </summary>
    /// <exception cref="ConnectionLostException">The server cannot be reached, or serves no client now.</exception>
    private static MongoConnection OpenServer(EndPoint server, MongoConnectionOptions options)
    {
        try
        {
            return MongoConnection.Open(server, options);
        }
        catch (MongoServerException exception) when (exception.IsStateChange)
        {
            throw new ConnectionLostException($"{MongoAddress.Show(server)} serves no client now: {exception.Message}",
                innerException: exception);
        }
    }

    private MongoConnection Open(int lane, MongoConnectionOptions options) => Kind switch
    {
        DeploymentKind.ReplicaSet => OpenPrimary(options),
        DeploymentKind.Sharded => Reach(lane % Seeds.Count, options),
        _ => Reach(0, options),
    };

    private MongoConnection Reach(int first, MongoConnectionOptions options) =>
        NodeOrder.Open(Seeds.Count, ref first, server => OpenServer(Seeds[server], options));

    /// <summary>
    /// Connects to the primary. Asks all members and the endpoint's servers again until the connect timeout, since an election
    /// takes time and the names that a set advertises need not resolve on this machine.
    /// </summary>
    private MongoConnection OpenPrimary(MongoConnectionOptions options)
    {
        long started = Stopwatch.GetTimestamp();
        while (true)
        {
            options.Cancellation.ThrowIfCancellationRequested();
            ConnectionLostException? failure = null;
            foreach (var candidate in Members.Prepend(Volatile.Read(ref _primary)).Concat(Seeds).Distinct().ToList())
            {
                try
                {
                    var connection = OpenServer(candidate, options);
                    Learn(connection.Hello);
                    if (connection.Hello.IsWritable)
                    {
                        Volatile.Write(ref _primary, candidate);
                        return connection;
                    }

                    connection.Dispose();
                }
                catch (ConnectionLostException exception)
                {
                    failure = exception;
                }
            }

            if (Stopwatch.GetElapsedTime(started) > options.ConnectTimeout)
            {
                throw new ConnectionLostException(
                    $"No member of the replica set {Hello.SetName} takes "
                    + $"writes{(failure is null ? "." : $": {failure.Message}")}", isTimeout: true, failure);
            }

            Thread.Sleep(Pause);
        }
    }

    private void Learn(MongoHello hello)
    {
        if (Kind != DeploymentKind.ReplicaSet)
        {
            return;
        }

        // Arbiters hold no data.
        EndPoint[] members = [.. hello.Members.Except(hello.Arbiters).Select(Named)];
        if (members.Length > 0)
        {
            Volatile.Write(ref _members, members);
        }

        if (hello.Primary is { } primary)
        {
            Volatile.Write(ref _primary, Named(primary));
        }
    }
}
