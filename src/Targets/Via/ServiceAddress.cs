using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Via;

/// <summary>
/// The address of an HTTP service, and its API key. <c>ServiceWrapper</c> makes it from the user's URL, and
/// <see cref="ViaServiceTarget"/> for a service that it starts. The main process hands both to source processes, which connect to
/// the same service. Messages must show only the URL.
/// </summary>
/// <param name="Url">Scheme, host and port, for example <c>http://127.0.0.1:8480</c>.</param>
/// <param name="Key">The API key. Null if the service requires none.</param>
public sealed record ServiceAddress(string Url, Secret? Key = null)
{
    /// <summary>
    /// The environment variable with the API key that <c>serve</c> requires and that a run sends to a service.
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

    /// <summary>Creates a session that connects on first use. With https it trusts the machine's authorities.</summary>
    /// <param name="requestTimeout">Timeout of one request. Connecting may take as long, but at most 10 s.</param>
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
