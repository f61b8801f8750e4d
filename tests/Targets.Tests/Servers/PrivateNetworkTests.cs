using System.Net;
using System.Net.Sockets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>A network of a server's own: what passes in it while it is cut, and what deletes it.</summary>
public sealed class PrivateNetworkTests
{
    [Fact]
    public void Of_FoldersOfTwoServers_HaveDifferentAddressesForBenchmarks()
    {
        var one = PrivateNetwork.Of("/w/dbingest-postgres-0000aaaa");
        var other = PrivateNetwork.Of("/w/dbingest-postgres-7fffaaaa");

        (one.Client, one.Server).ShouldBe((IPAddress.Parse("198.18.0.1"), IPAddress.Parse("198.18.0.2")));
        (other.Client, other.Server).ShouldBe((IPAddress.Parse("198.19.255.253"), IPAddress.Parse("198.19.255.254")));
    }

    [Fact]
    [Needs("own network")]
    public void Cut_Connection_IsSilentAndGoesOnOnceMended()
    {
        string folder = Path.Combine(Path.GetTempPath(), "dbingest-network-test-" + Guid.NewGuid().ToString("N")[..8]);
        Directory.CreateDirectory(folder);
        var guardian = new Guardian(folder, Guardian.AtOnce);
        var network = PrivateNetwork.Of(folder);
        try
        {
            network.Make(CancellationToken.None);
            using var server = Echo(network, folder);
            using var client = Connected(network.Server);
            client.ReceiveTimeout = 1000;
            client.Send("a"u8);
            client.Receive(new byte[1]).ShouldBe(1);

            network.Cut();
            client.Send("b"u8);
            Should.Throw<SocketException>(() => client.Receive(new byte[1])).SocketErrorCode.ShouldBe(SocketError.TimedOut);
            network.Mend();

            client.ReceiveTimeout = 30_000;
            client.Receive(new byte[1]).ShouldBe(1);
        }
        finally
        {
            guardian.Dispose();
        }

        ThisMachine.Interfaces().ShouldNotContain(network.Client);
        Directory.Exists(folder).ShouldBeFalse();
    }

    /// <summary>An echo server. Its command line names the folder, by which the guardian finds it.</summary>
    private static System.Diagnostics.Process Echo(PrivateNetwork network, string folder)
    {
        const string script = "import socket,sys\ns=socket.create_server((sys.argv[1],7000))\nc=s.accept()[0]\n"
            + "while True:\n d=c.recv(99)\n if not d: break\n c.sendall(d)\n";
        string[] words = [.. network.Prefix, "python3", "-c", script, network.Server.ToString(), folder];
        return System.Diagnostics.Process.Start(new System.Diagnostics.ProcessStartInfo(words[0], words[1..])
        {
            UseShellExecute = false,
        })!;
    }

    private static Socket Connected(IPAddress server)
    {
        for (int i = 0; ; i++)
        {
            var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                socket.Connect(server, 7000);
                return socket;
            }
            catch (SocketException) when (i < 300)
            {
                socket.Dispose();
                Thread.Sleep(100);
            }
        }
    }
}
