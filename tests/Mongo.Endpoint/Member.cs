using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>What a server is in its deployment.</summary>
public enum MemberRole
{
    Standalone,
    Data,
    Router,
    Shard,
}

/// <summary>One server.</summary>
public sealed class Member : IDisposable
{
    private readonly TcpListener _listener;
    private readonly ConcurrentDictionary<Session, bool> _sessions = new();

    internal Member(Deployment deployment, MemberOptions options, MemberRole role, string set)
    {
        Deployment = deployment;
        Options = options;
        Role = role;
        Set = set;
        _listener = new TcpListener(IPAddress.Parse(options.Address), options.Port);
        _listener.Start();
        Port = ((IPEndPoint)_listener.LocalEndpoint).Port;
        new Thread(Accept) { IsBackground = true, Name = "mongo accept" }.Start();
    }

    public Deployment Deployment { get; }

    public MemberOptions Options { get; }

    public MemberRole Role { get; }

    /// <summary>The replica set that it says it is of.</summary>
    public string Set { get; }

    public int Port { get; }

    /// <summary>Where it is.</summary>
    public string Name => $"{Options.Address}:{Port}";

    public EndPoint Server => new IPEndPoint(IPAddress.Parse(Options.Address), Port);

    /// <summary>Connections that are open.</summary>
    public int Connections => _sessions.Count;

    /// <summary>Connections that were opened.</summary>
    public int Opened { get; private set; }

    /// <summary>Cuts all connections, as a server does that is killed; new ones are taken.</summary>
    public void CutAll()
    {
        foreach (var session in _sessions.Keys)
        {
            session.Dispose();
        }
    }

    public void Dispose()
    {
        _listener.Stop();
        CutAll();
        _listener.Dispose();
    }

    internal bool IsPrimary => Role != MemberRole.Data || Deployment.Primary == this;

    internal BsonDocument Hello(BsonDocument command)
    {
        var answer = Commands.Good(
            ("isWritablePrimary", IsPrimary),
            ("ismaster", IsPrimary),
            ("helloOk", true),
            ("maxBsonObjectSize", Options.MaxDocumentBytes),
            ("maxMessageSizeBytes", Options.MaxMessageBytes),
            ("maxWriteBatchSize", Options.MaxWriteBatch),
            ("localTime", DateTimeOffset.UtcNow),
            ("logicalSessionTimeoutMinutes", 30),
            ("connectionId", 1),
            ("minWireVersion", 0),
            ("maxWireVersion", Options.WireVersion));
        if (Options.Compresses && command.Texts("compression").Contains("zlib"))
        {
            answer.Add("compression", (string[])["zlib"]);
        }

        if (command.Text("saslSupportedMechs") is { } user && Options.User is not null
            && user.EndsWith("." + Options.User, StringComparison.Ordinal))
        {
            answer.Add("saslSupportedMechs", Options.Mechanisms);
        }

        if (Role == MemberRole.Router)
        {
            answer.Add("msg", "isdbgrid");
        }
        else if (Role == MemberRole.Data && Deployment.SetName is null)
        {
            answer.Add("isreplicaset", true).Add("info", "Does not have a valid replica set config");
        }
        else if (Role == MemberRole.Data)
        {
            answer.Add("setName", Set).Add("hosts", Deployment.Others ?? [.. Deployment.Members.Select(m => m.Name)])
                .Add("me", Name)
                .Add("secondary", !IsPrimary).Add("primary", Deployment.Others?[0] ?? Deployment.Primary?.Name);
        }
        else if (Role == MemberRole.Shard)
        {
            answer.Add("setName", Set).Add("hosts", (string[])[Name]).Add("me", Name).Add("primary", Name);
        }

        return answer;
    }

    private void Accept()
    {
        while (true)
        {
            try
            {
                var socket = _listener.AcceptSocket();
                socket.NoDelay = true;
                Opened++;
                var session = new Session(socket, this);
                _sessions.TryAdd(session, true);
                new Thread(() => Serve(session)) { IsBackground = true, Name = "mongo session" }.Start();
            }
            catch (Exception exception) when (
                exception is SocketException or ObjectDisposedException or InvalidOperationException)
            {
                return;
            }
        }
    }

    private void Serve(Session session)
    {
        try
        {
            session.Run();
        }
        catch (Exception exception) when (
            exception is IOException or SocketException or ObjectDisposedException or AuthenticationException)
        {
            // The client has gone, or was cut off on command.
        }
        catch (Exception exception)
        {
            // A defect of ours: told where a test looks, and not by ending the process.
            Deployment.Failures.Enqueue(exception);
        }
        finally
        {
            _sessions.TryRemove(session, out _);
            session.Dispose();
        }
    }
}
