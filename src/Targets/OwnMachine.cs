using System.Collections.Concurrent;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;

namespace DbIngest.Targets;

/// <summary>
/// Which addresses are this machine's: a server behind one of them shares CPU and disk with the client. Loopback is, and so is
/// every address of a network interface.
/// </summary>
internal static class OwnMachine
{
    // Asked every second by the sampler: interfaces are looked through once an address.
    private static readonly ConcurrentDictionary<IPAddress, bool> Known = new();

    /// <summary>Whether an address is this machine's.</summary>
    /// <param name="address">The address.</param>
    /// <returns>True when it is.</returns>
    public static bool Has(IPAddress address) =>
        Known.GetOrAdd(address, static a => IPAddress.IsLoopback(a) || Interfaces().Any(own => own.Equals(a)));

    /// <summary>Whether a name leads to this machine.</summary>
    /// <param name="host">A name, or an address.</param>
    /// <returns>True when one of its addresses does; false also when it has none.</returns>
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

    /// <summary>Whether a server is on this machine.</summary>
    /// <param name="server">Where it is; anything but an address or a name, such as a socket's file, is here.</param>
    public static bool Has(EndPoint server) => server switch
    {
        IPEndPoint ip => Has(ip.Address),
        DnsEndPoint name => Has(name.Host),
        _ => true,
    };

    /// <summary>Whether an address is one that only this machine reaches.</summary>
    /// <param name="address">An address, or a name.</param>
    public static bool IsLoopback(string address) => address == "localhost"
        || (IPAddress.TryParse(address, out var ip) && IPAddress.IsLoopback(ip));

    private static IEnumerable<IPAddress> Interfaces() =>
        NetworkInterface.GetAllNetworkInterfaces().SelectMany(n => n.GetIPProperties().UnicastAddresses).Select(a => a.Address);
}
