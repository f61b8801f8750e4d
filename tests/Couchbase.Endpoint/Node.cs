using System.Collections.Concurrent;
using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;

namespace DbIngest.Couchbase.Endpoint;

/// <summary>A node: it takes the key-value protocol at one port, and the management's at another.</summary>
public sealed class Node : IDisposable
{
    private readonly TcpListener _keyValue = new(IPAddress.Loopback, 0);
    private readonly TcpListener _management = new(IPAddress.Loopback, 0);
    private readonly ConcurrentDictionary<Socket, bool> _open = new();

    internal Node(Cluster cluster, int index)
    {
        Cluster = cluster;
        Index = index;
        _keyValue.Start();
        _management.Start();
        Port = ((IPEndPoint)_keyValue.LocalEndpoint).Port;
        ManagementPort = ((IPEndPoint)_management.LocalEndpoint).Port;
        Accept(_keyValue, stream => new Session(stream, this).Run());
        Accept(_management, stream => new ManagementSession(stream, Cluster, this).Run());
    }

    public Cluster Cluster { get; }

    public int Index { get; }

    public int Port { get; }

    public int ManagementPort { get; }

    /// <summary>Whether it was killed.</summary>
    public bool IsGone { get; private set; }

    /// <summary>What a cluster that encrypts names as this node's plain ports: nothing listens there.</summary>
    public int PlainPort => Index + 1;

    /// <summary>Takes no connection any more, and cuts those that are open: as a node does that is killed.</summary>
    public void Kill()
    {
        IsGone = true;
        _keyValue.Stop();
        _management.Stop();
        CutAll();
    }

    /// <summary>Cuts all connections; new ones are taken.</summary>
    public void CutAll()
    {
        foreach (var socket in _open.Keys)
        {
            socket.Dispose();
        }
    }

    public void Dispose()
    {
        Kill();
        _keyValue.Dispose();
        _management.Dispose();
    }

    private void Accept(TcpListener listener, Action<Stream> serve) => new Thread(() =>
    {
        while (true)
        {
            try
            {
                var socket = listener.AcceptSocket();
                socket.NoDelay = true;
                _open.TryAdd(socket, true);
                new Thread(() => Serve(socket, serve)) { IsBackground = true, Name = "couchbase session" }.Start();
            }
            catch (Exception exception) when (
                exception is SocketException or ObjectDisposedException or InvalidOperationException)
            {
                return;
            }
        }
    })
    { IsBackground = true, Name = "couchbase accept" }.Start();

    private void Serve(Socket socket, Action<Stream> serve)
    {
        try
        {
            using Stream stream = Secure(new NetworkStream(socket, ownsSocket: true));
            serve(stream);
        }
        catch (Exception exception) when (
            exception is IOException or SocketException or ObjectDisposedException or AuthenticationException)
        {
            // The client has gone, or was cut off on command.
        }
        catch (Exception exception)
        {
            Cluster.Failures.Enqueue(exception);
        }
        finally
        {
            _open.TryRemove(socket, out _);
            socket.Dispose();
        }
    }

    private Stream Secure(NetworkStream stream)
    {
        if (Cluster.Options.Certificate is not { } certificate)
        {
            return stream;
        }

        var encrypted = new SslStream(stream, leaveInnerStreamOpen: false);
        encrypted.AuthenticateAsServer(certificate, clientCertificateRequired: false, checkCertificateRevocation: false);
        return encrypted;
    }
}
