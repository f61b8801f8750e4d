using System.Globalization;
using System.Net;

namespace DbIngest.Targets.Cassandra;

/// <summary>
/// Where the cluster is and how it is written to: <c>HOST[:PORT][,HOST[:PORT]...][?OPTION=VALUE&amp;...]</c>. Without a
/// host, the cluster is on this machine, or a server of our own.
/// </summary>
internal sealed record CassandraEndpoint
{
    public const int DefaultPort = 9042;

    private const int LargestReplication = 16;
    private const int LargestBatchRows = 10_000;
    private const int LargestWindow = 1024;
    private const int LargestConnections = 64;
    private const int LargestBucket = 1_000_000;

    /// <summary>The nodes to ask first; empty when none was named.</summary>
    public IReadOnlyList<EndPoint> Hosts { get; init; } = [];

    /// <summary>Copies of each record.</summary>
    public int Replication { get; init; } = 1;

    /// <summary>Where a server of our own comes from; null for the environment's.</summary>
    public string? Home { get; init; }

    /// <summary>The heap of each node of our own, in MiB.</summary>
    public int HeapMb { get; init; } = 1024;

    /// <summary>Settings of a server of our own: <c>default</c> or <c>study1</c>.</summary>
    public string Profile { get; init; } = "default";

    /// <summary>The keyspace; ours alone.</summary>
    public string Keyspace { get; init; } = "dbingest";

    /// <summary>The user's name, where the server asks for one.</summary>
    public string? User { get; init; }

    /// <summary>Whether connections are encrypted.</summary>
    public bool Tls { get; init; }

    /// <summary>A file with the certificates of authorities to trust; null for the machine's.</summary>
    public string? Authority { get; init; }

    /// <summary>The name that the nodes' certificates carry; null when each carries the address that its node is reached at.</summary>
    public string? CertificateName { get; init; }

    /// <summary>The version of the native protocol; null for the server's newest.</summary>
    public int? Protocol { get; init; }

    /// <summary>Whether requests and answers are compressed (LZ4).</summary>
    public bool IsCompressed { get; init; }

    /// <summary>The compression of the table's files: <c>default</c> (the server's), <c>none</c>, <c>lz4</c>, <c>deflate</c> or <c>zstd</c>.</summary>
    public string TableCompression { get; init; } = "default";

    /// <summary>Whether rows travel one a request instead of in batches.</summary>
    public bool IsSingle { get; init; }

    /// <summary>Rows a batch statement.</summary>
    public int Rows { get; init; } = 200;

    /// <summary>Requests of a connection's writers that may be unacknowledged at once.</summary>
    public int Window { get; init; } = 2;

    /// <summary>Connections to each node that all sources of a process share; null for one a source.</summary>
    public int? Connections { get; init; }

    /// <summary>Rows a partition.</summary>
    public int Bucket { get; init; } = 10_000;

    /// <summary>Whether the user asked for a server of our own by an option that only one has.</summary>
    public bool WantsOwn { get; init; }

    /// <summary>Reads an endpoint.</summary>
    /// <param name="text">The text; null for the default.</param>
    /// <returns>The endpoint.</returns>
    /// <exception cref="ArgumentException">It is not of the form, or a value is out of range.</exception>
    public static CassandraEndpoint Parse(string? text)
    {
        string[] parts = (text ?? string.Empty).Split('?', 2);
        var endpoint = new CassandraEndpoint
        {
            Hosts = [.. parts[0].Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(ParseHost)],
        };
        foreach (string option in (parts.Length > 1 ? parts[1] : string.Empty).Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            string[] words = option.Split('=', 2);
            endpoint = words.Length == 2
                ? endpoint.With(words[0].Trim().ToLowerInvariant(), words[1].Trim())
                : throw new ArgumentException($"--endpoint: '{option}' is not of the form OPTION=VALUE.");
        }

        return endpoint.WantsOwn && endpoint.Hosts.Count > 0
            ? throw new ArgumentException("--endpoint: home, heap and profile are for a server of our own; leave the hosts out.")
            : endpoint;
    }

    /// <summary>The same options at other hosts: what another process is given.</summary>
    /// <param name="hosts">The hosts.</param>
    /// <returns>An endpoint that <see cref="Parse"/> reads.</returns>
    public string At(IEnumerable<EndPoint> hosts)
    {
        string text = string.Create(
            CultureInfo.InvariantCulture,
            $"{Show(hosts)}?rf={Replication}&keyspace={Keyspace}&shape={(IsSingle ? "single" : "batch")}&rows={Rows}&window={Window}&bucket={Bucket}");
        text += Protocol is { } protocol ? string.Create(CultureInfo.InvariantCulture, $"&protocol={protocol}") : string.Empty;
        text += Connections is { } connections ? string.Create(CultureInfo.InvariantCulture, $"&connections={connections}") : string.Empty;
        text += User is null ? string.Empty : $"&user={User}";
        text += Tls ? "&tls=true" : string.Empty;
        text += CertificateName is null ? string.Empty : $"&tls_name={CertificateName}";
        text += IsCompressed ? "&compression=lz4" : string.Empty;
        text += TableCompression == "default" ? string.Empty : $"&table_compression={TableCompression}";
        return text + (Authority is null ? string.Empty : $"&ca={Authority}");
    }

    /// <summary>Hosts as text.</summary>
    public static string Show(IEnumerable<EndPoint> hosts) =>
        string.Join(',', hosts.Select(h => h is DnsEndPoint dns ? string.Create(CultureInfo.InvariantCulture, $"{dns.Host}:{dns.Port}") : h.ToString()));

    private static EndPoint ParseHost(string text)
    {
        if (!Uri.TryCreate($"cql://{text}", UriKind.Absolute, out var uri) || uri.Host.Length == 0 || uri.PathAndQuery != "/" || uri.UserInfo.Length > 0)
        {
            throw new ArgumentException($"--endpoint: '{text}' is not HOST or HOST:PORT.");
        }

        int port = uri.IsDefaultPort || uri.Port < 0 ? DefaultPort : uri.Port;
        return IPAddress.TryParse(uri.DnsSafeHost, out var address) ? new IPEndPoint(address, port) : new DnsEndPoint(uri.DnsSafeHost, port);
    }

    private static int Number(string option, string value, int largest) =>
        int.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out int number) && number >= 1 && number <= largest
            ? number
            : throw new ArgumentException($"--endpoint: {option}={value} is not a number from 1 to {largest}.");

    private static string OneOf(string option, string value, params ReadOnlySpan<string> known)
    {
        foreach (string word in known)
        {
            if (string.Equals(word, value, StringComparison.OrdinalIgnoreCase))
            {
                return word;
            }
        }

        throw new ArgumentException($"--endpoint: {option}={value}: it is one of {string.Join(", ", known.ToArray())}.");
    }

    private static int Heap(string value) =>
        Number("heap", value.TrimEnd('g', 'G', 'm', 'M'), 1 << 20) * (value.EndsWith('g') || value.EndsWith('G') ? 1024 : 1);

    private static string Name(string value) =>
        value.Length is > 0 and <= 48 && value.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '_') && !char.IsDigit(value[0])
            ? value
            : throw new ArgumentException($"--endpoint: keyspace={value}: a keyspace is up to 48 lower-case letters, digits and underscores.");

    private CassandraEndpoint With(string option, string value) => option switch
    {
        "rf" => this with { Replication = Number(option, value, LargestReplication) },
        "home" => this with { Home = value, WantsOwn = true },
        "heap" => this with { HeapMb = Heap(value), WantsOwn = true },
        "profile" => this with { Profile = OneOf(option, value, "default", "study1"), WantsOwn = true },
        "keyspace" => this with { Keyspace = Name(value) },
        "user" => this with { User = value },
        "tls" => this with { Tls = OneOf(option, value, "true", "false") == "true" },
        "ca" => this with { Authority = value, Tls = true },
        "tls_name" => this with { CertificateName = value, Tls = true },
        "protocol" => this with { Protocol = int.Parse(OneOf(option, value, "4", "5"), CultureInfo.InvariantCulture) },
        "compression" => this with { IsCompressed = OneOf(option, value, "none", "lz4") == "lz4" },
        "table_compression" => this with { TableCompression = OneOf(option, value, "default", "none", "lz4", "deflate", "zstd") },
        "shape" => this with { IsSingle = OneOf(option, value, "batch", "single") == "single" },
        "rows" => this with { Rows = Number(option, value, LargestBatchRows) },
        "window" => this with { Window = Number(option, value, LargestWindow) },
        "connections" => this with { Connections = Number(option, value, LargestConnections) },
        "bucket" => this with { Bucket = Number(option, value, LargestBucket) },
        _ => throw new ArgumentException(
            $"--endpoint: there is no option '{option}'; there are rf, keyspace, user, tls, ca, tls_name, protocol, compression, table_compression, shape, rows, window, connections, bucket "
            + "and, for a server of our own, home, heap, profile (its size: --nodes)."),
    };
}
