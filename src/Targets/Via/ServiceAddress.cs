using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// Where an HTTP service listens, and the key that it asks for. The main process hands it to source processes, which connect to
/// the same service.
/// </summary>
/// <param name="Url">Scheme, host and port, as <c>http://127.0.0.1:8480</c>.</param>
/// <param name="Key">The API key. Null for a service that asks for none.</param>
public sealed record ServiceAddress(string Url, Secret? Key = null)
{
    /// <summary>
    /// The environment variable of the API key: the one that <c>serve</c> asks for, and the one that a run sends to a service.
    /// </summary>
    public const string KeyVariable = "DBINGEST_SERVICE_KEY";

    private static readonly TimeSpan LongestConnect = TimeSpan.FromSeconds(10);

    /// <summary>True to speak HTTP/2, without TLS by prior knowledge. False for HTTP/1.1.</summary>
    public bool IsHttp2 { get; init; }

    /// <summary>Host and port to connect to.</summary>
    internal EndPoint Server => new Uri(Url) is var url && IPAddress.TryParse(url.DnsSafeHost, out var address)
        ? new IPEndPoint(address, url.Port)
        : new DnsEndPoint(url.DnsSafeHost, url.Port);

    /// <inheritdoc/>
    public override string ToString() => Url;

    /// <summary>Opens a connection on first use. With https the machine's authorities are trusted.</summary>
    /// <param name="requestTimeout">How long one request may take.</param>
    internal HttpSession Open(TimeSpan requestTimeout)
    {
        var key = Key;
        return new HttpSession(Server, new()
        {
            RequestTimeout = requestTimeout,
            ConnectTimeout = requestTimeout < LongestConnect ? requestTimeout : LongestConnect,
            Tls = Url.StartsWith("https:", StringComparison.Ordinal) ? new() : null,
            IsHttp2 = IsHttp2,
            Authorization = key is null ? null : () => HttpConnectionOptions.Bearer(key.Reveal()),
        });
    }
}
