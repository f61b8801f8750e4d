using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Security.Authentication;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint;

/// <summary>
/// Speaks SQL Server's protocol (MS-TDS 7.4 and 8.0) at the loopback address and keeps tables in memory: as much as clients of a
/// measurement store need, so that they can be tested and measured where no SQL Server is. It is not SQL Server.
/// </summary>
public sealed class TdsEndpoint : IDisposable
{
    private readonly TcpListener _listener;
    private readonly ConcurrentDictionary<Session, bool> _sessions = new();
    private int _fault;
    private long _bulkRows;

    public TdsEndpoint(EndpointOptions options)
    {
        Options = options;
        _listener = new TcpListener(IPAddress.Loopback, options.Port);
        _listener.Start();
        new Thread(Accept) { IsBackground = true, Name = "tds accept" }.Start();
    }

    /// <summary>What it is set to.</summary>
    public EndpointOptions Options { get; }

    /// <summary>Its databases.</summary>
    public Catalog Catalog { get; } = new();

    /// <summary>The port it listens at.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Rows that bulk loads brought.</summary>
    public long BulkRows => Interlocked.Read(ref _bulkRows);

    /// <summary>Connections that are open.</summary>
    public int Connections => _sessions.Count;

    /// <summary>The error of <see cref="Fault.Refuse"/>.</summary>
    public ServerMessage Refusal { get; set; } = new(1205, 13, 51,
        "Transaction was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun "
        + "the transaction.");

    /// <summary>The next bulk load meets with this, once.</summary>
    public void Arm(Fault fault) => Volatile.Write(ref _fault, (int)fault);

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

    internal Fault TakeFault() => (Fault)Interlocked.Exchange(ref _fault, (int)Fault.None);

    internal void Count(long rows) => Interlocked.Add(ref _bulkRows, rows);

    private void Accept()
    {
        while (true)
        {
            try
            {
                var session = new Session(Configured(_listener.AcceptSocket()), this);
                _sessions.TryAdd(session, true);
                new Thread(() => Serve(session)) { IsBackground = true, Name = "tds session" }.Start();
            }
            catch (Exception exception) when (
                exception is SocketException or ObjectDisposedException or InvalidOperationException)
            {
                return;
            }
        }
    }

    private static Socket Configured(Socket socket)
    {
        socket.NoDelay = true;
        return socket;
    }

    private void Serve(Session session)
    {
        try
        {
            session.Run();
        }
        catch (Exception exception) when (
            exception is IOException or SocketException or ObjectDisposedException or AuthenticationException
            or ArgumentException or IndexOutOfRangeException or InvalidCastException or FormatException)
        {
            // The client has gone, was cut off on command, or sends bytes that are no message: it hears of it by the end of the
            // connection.
        }
        finally
        {
            _sessions.TryRemove(session, out _);
            session.Dispose();
        }
    }
}
