using System.Collections.Concurrent;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace DbIngest.Targets;

/// <summary>
/// Tells whether an address belongs to this machine: loopback, or a network interface. A server there shares CPU and disk with
/// the client, so targets report its placement as local and sample its processes. Recipes of deployments ask
/// <see cref="IsLoopback"/> before they accept a server without a login. Thread-safe. Results are cached per address until the
/// process ends, because the sampler asks every second. It may resolve a name, but contacts no server.
/// </summary>
internal static class ThisMachine
{
    // Listing the interfaces is slow, so each address is looked up once.
    private static readonly ConcurrentDictionary<IPAddress, bool> Known = new();

    /// <summary>True if an address belongs to this machine.</summary>
    /// <param name="address">The address.</param>
    public static bool Has(IPAddress address) =>
        Known.GetOrAdd(address, static a => IPAddress.IsLoopback(a) || Interfaces().Any(own => own.Equals(a)));

    /// <summary>Counts an address as one of this machine. <c>PrivateNetwork</c> adds the address of its server.</summary>
    /// <param name="address">The address.</param>
    public static void Add(IPAddress address) => Known[address] = true;

    /// <summary>True if a host resolves to an address of this machine. False if it does not resolve.</summary>
    /// <param name="host">A name or an address.</param>
    public static bool Has(string host)
    {
        try
        {
            return Dns.GetHostAddresses(host).Any(Has);
        }
        catch (SocketException)
        {
            return false;
        }
    }

    /// <summary>True if a server runs on this machine.</summary>
    /// <param name="server">Its address. Anything but an IP address or a name, such as a Unix socket, is local.</param>
    public static bool Has(EndPoint server) => server switch
    {
        IPEndPoint ip => Has(ip.Address),
        DnsEndPoint name => Has(name.Host),
        _ => true,
    };

    /// <summary>True if only this machine can reach an address.</summary>
    /// <param name="address">An address or a name.</param>
    public static bool IsLoopback(string address) => address == "localhost"
        || (IPAddress.TryParse(address, out var ip) && IPAddress.IsLoopback(ip));

    /// <summary>All addresses of the network interfaces.</summary>
    public static IEnumerable<IPAddress> Interfaces() =>
        NetworkInterface.GetAllNetworkInterfaces().SelectMany(n => n.GetIPProperties().UnicastAddresses).Select(a => a.Address);
}
