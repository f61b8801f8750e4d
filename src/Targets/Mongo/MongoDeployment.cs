using System.Diagnostics;
using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>What a deployment is.</summary>
internal enum DeploymentKind
{
    /// <summary>One server that is part of nothing, or the one that alone is to be used.</summary>
    Standalone,

    /// <summary>Members that hold the same; one takes writes.</summary>
    ReplicaSet,

    /// <summary>Routers before shards.</summary>
    Sharded,
}

/// <summary>
/// The deployment as its servers describe it (the specification "Server Discovery And Monitoring"), and the ways into it.
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

    /// <summary>What it is.</summary>
    public DeploymentKind Kind { get; }

    /// <summary>What the first server that answered said of itself.</summary>
    public MongoHello Hello { get; }

    /// <summary>The servers that were named; those that take connections of a sharded cluster are its routers.</summary>
    public IReadOnlyList<EndPoint> Seeds { get; }

    /// <summary>The servers that are known: of a replica set its members.</summary>
    public IReadOnlyList<EndPoint> Members => Volatile.Read(ref _members);

    /// <summary>Connects.</summary>
    /// <param name="seeds">The servers to ask first.</param>
    /// <param name="setName">The name that the set must have; null for any.</param>
    /// <param name="isDirect">Whether only the server named is used.</param>
    /// <param name="options">How connections are made.</param>
    /// <returns>The deployment.</returns>
    /// <exception cref="WireException">No server answers; the failure of the last is given.</exception>
    /// <exception cref="TargetException">The deployment is another than was asked for.</exception>
    public static MongoDeployment Connect(IReadOnlyList<EndPoint> seeds, string? setName, bool isDirect,
        MongoConnectionOptions options)
    {
        using var first = Reach(seeds, options);
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
                    $"{MongoAddress.Show(first.Server)} takes no writes now, and directConnection=true asks for it alone; its "
                    + $"primary is at {hello.Primary ?? "an unknown place"}.");
        }

        if (hello.IsRouter)
        {
            return new(DeploymentKind.Sharded, first, seeds, options);
        }

        return hello.SetName is not null ? new(DeploymentKind.ReplicaSet, first, seeds, options)
            : seeds.Count == 1 ? new(DeploymentKind.Standalone, first, seeds, options)
            : throw new TargetException(
                $"{MongoAddress.Show(first.Server)} is a server of its own, neither router nor member of a set, and several "
                + $"are named: name it alone.");
    }

    /// <summary>Opens a connection to where writes are taken, for schemas, settings and reading.</summary>
    /// <param name="cancellation">Ends the connection, and what waits on it.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="WireException">There is none.</exception>
    public MongoConnection Open(CancellationToken cancellation = default) =>
        Open(0, _options with { Cancellation = cancellation });

    /// <summary>
    /// Opens a connection to where writes are taken, for the timed path: a request takes as long as the user allows.
    /// </summary>
    /// <param name="lane">Which of the writers; they are spread over the routers by it.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="WireException">There is none.</exception>
    public MongoConnection OpenForWriting(int lane) => Open(lane, _writing);

    /// <summary>Opens a connection to one server, whatever its part is.</summary>
    /// <param name="server">The server.</param>
    /// <param name="cancellation">Ends the connection, and what waits on it.</param>
    public MongoConnection OpenAt(EndPoint server, CancellationToken cancellation) =>
        MongoConnection.Open(server, _options with { Cancellation = cancellation });

    /// <summary>A server by the name that another gives it.</summary>
    /// <exception cref="WireProtocolException">It is no name of a server.</exception>
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

    private static MongoConnection Reach(IReadOnlyList<EndPoint> servers, MongoConnectionOptions options)
    {
        for (int i = 0; ; i++)
        {
            try
            {
                return MongoConnection.Open(servers[i], options);
            }
            catch (ConnectionLostException) when (i + 1 < servers.Count)
            {
                // The next may answer.
            }
        }
    }

    private MongoConnection Open(int lane, MongoConnectionOptions options) => Kind switch
    {
        DeploymentKind.ReplicaSet => OpenPrimary(options),
        DeploymentKind.Sharded => Reach([.. Seeds.Skip(lane % Seeds.Count), .. Seeds.Take(lane % Seeds.Count)], options),
        _ => Reach(Seeds, options),
    };

    /// <summary>Finds the member that takes writes; an election takes its time.</summary>
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
                    var connection = MongoConnection.Open(candidate, options);
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

        // A set whose members call themselves what nobody else can resolve is still reached by the names that the user gave.
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
