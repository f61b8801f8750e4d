using System.Globalization;
using System.Net;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A separate network for a private server, which a fault of a trial cuts: a network namespace with one end of a pair of
/// virtual interfaces (veth), whose other end is this machine's. <see cref="PrivateServer"/> makes the network before it starts
/// the server there, <see cref="PrivateServerControl"/> cuts and mends it at the times of the fault, and the server's
/// <see cref="Guardian"/> deletes it. <c>FaultNeeds</c> asks for <see cref="Missing"/> before a sweep. Linux only.
/// </summary>
/// <remarks>
/// A cut sends each end's frames to a hardware address that no interface has. The other end drops them, and neither end gets an
/// error. To take an interface down would fail connections at once on both ends. Packet filters (nftables, netem) need kernel
/// modules that not every machine has.
/// </remarks>
public sealed class PrivateNetwork
{
    /// <summary>The text of a result about a server in its own network.</summary>
    internal const string Description = "its own, a network namespace with a veth pair, for --fault partition";

    private const string ServerHardware = "02:00:00:00:00:02";
    private const string ClientHardware = "02:00:00:00:00:01";
    private const string NobodysHardware = "02:00:00:00:00:03";

    /// <summary>Networks of four addresses in 198.18.0.0/15, which RFC 2544 keeps for benchmarks.</summary>
    private const int Networks = 32_768;

    // $0 is the server's folder, by which the guardian finds the script. $1 is the namespace, $2 this machine's interface, $3 its
    // address, $4 the server's address.
    private const string Script =
        $"""
        PATH=$PATH:/usr/sbin:/sbin
        set -e
        ip netns add "$1"
        ip link add "$2" address {ClientHardware} type veth peer name eth0 address {ServerHardware} netns "$1"
        ip address add "$3/30" dev "$2"
        ip link set "$2" up
        ip -n "$1" address add "$4/30" dev eth0
        ip -n "$1" link set eth0 up
        ip -n "$1" link set lo up
        """;

    // $1 to $4 as above. $5 and $6 are the hardware addresses to which the two ends send frames for server and client.
    private const string Neighbours =
        """
        PATH=$PATH:/usr/sbin:/sbin
        ip neigh replace "$4" lladdr "$5" nud permanent dev "$2" &&
            ip -n "$1" neigh replace "$3" lladdr "$6" nud permanent dev eth0
        """;

    private static readonly string[] Tools = ["ip", "nsenter"];

    private readonly string _outer;
    private readonly string _name;
    private readonly string _link;

    private PrivateNetwork(string outer)
    {
        _outer = outer;
        string id = outer[^8..];
        _name = $"dbingest-{id}";
        _link = $"dbi-{id}";
        var taken = ThisMachine.Interfaces().ToHashSet();
        int slot = int.Parse(id[..4], NumberStyles.HexNumber, CultureInfo.InvariantCulture) % Networks;
        while (taken.Contains(At(slot, 1)))
        {
            slot = (slot + 1) % Networks;
        }

        (Client, Server) = (At(slot, 1), At(slot, 2));
    }

    /// <summary>Why this process cannot make a network, as a clause without a remedy. Null if it can.</summary>
    public static string? Missing() =>
        !OperatingSystem.IsLinux() ? "a network for the server can be made on Linux only"
        : !PrivateDisk.MayMount(File.ReadAllText("/proc/self/status"))
            ? "to make a network for the server takes root (CAP_SYS_ADMIN and CAP_NET_ADMIN)"
        : Array.Find(Tools, tool => (Programs.OnPath(tool) ?? Programs.In(["/usr/sbin", "/sbin"], tool)) is null) is { } tool
            ? $"there is no {tool}, which comes with iproute2 or util-linux"
        : null;

    /// <summary>The address of the server.</summary>
    internal IPAddress Server { get; }

    /// <summary>The address of this machine, from which clients connect.</summary>
    internal IPAddress Client { get; }

    /// <summary>Words before a command that put its process into the network.</summary>
    internal IReadOnlyList<string> Prefix => ["nsenter", $"--net=/run/netns/{_name}", "--"];

    /// <summary>Plans the network of a server. Changes nothing.</summary>
    /// <param name="outer">The server's folder. Its last eight characters are hexadecimal and unique among servers.</param>
    internal static PrivateNetwork Of(string outer) => new(outer);

    /// <summary>Makes the network. The guardian removes remains after a failure.</summary>
    /// <param name="cancellation">Cancels the making.</param>
    /// <exception cref="TargetException">A program failed.</exception>
    internal void Make(CancellationToken cancellation)
    {
        Run(Script, cancellation);
        ThisMachine.Add(Server);
    }

    /// <summary>Drops all packets in both directions, until <see cref="Mend"/>.</summary>
    /// <exception cref="TargetException">A program failed.</exception>
    internal void Cut() => Run(Neighbours, CancellationToken.None, NobodysHardware, NobodysHardware);

    /// <summary>Lets all packets pass again.</summary>
    /// <exception cref="TargetException">A program failed.</exception>
    internal void Mend() => Run(Neighbours, CancellationToken.None, ServerHardware, ClientHardware);

    private void Run(string script, CancellationToken cancellation, params string[] further) => PlannedStepRunner.Run(
        new(["sh", "-c", script, _outer, _name, _link, Client.ToString(), Server.ToString(), .. further]), _outer, cancellation,
        "The server's own network",
        "Run where network namespaces and veth pairs can be made, or leave partition out of --fault.");

    private static IPAddress At(int slot, int host) =>
        new([198, (byte)(18 + (slot >> 14)), (byte)(slot >> 6), (byte)(((slot & 63) << 2) + host)]);
}
