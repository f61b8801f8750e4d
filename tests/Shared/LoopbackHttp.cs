using System.Globalization;
using System.Net;
using System.Net.Sockets;

namespace DbIngest.Tests;

/// <summary>HTTP listeners of tests.</summary>
internal static class LoopbackHttp
{
    /// <summary>Starts a listener at a free port of 127.0.0.1.</summary>
    /// <returns>The listener, and its port.</returns>
    public static (HttpListener Listener, int Port) Listen()
    {
        // An HTTP listener takes no port 0, and another program may take the free one before it does.
        for (int attempt = 1; ; attempt++)
        {
            using var free = new TcpListener(IPAddress.Loopback, 0);
            free.Start();
            int port = ((IPEndPoint)free.LocalEndpoint).Port;
            free.Stop();
            var listener = new HttpListener();
            listener.Prefixes.Add(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}/"));
            try
            {
                listener.Start();
                return (listener, port);
            }
            catch (HttpListenerException) when (attempt < 5)
            {
                listener.Close();
            }
        }
    }
}
