using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// The endpoint of a server that speaks HTTP: <c>[http[s]://][USER@]HOST[:PORT][?OPTION=VALUE&amp;...]</c>. QuestDB, ClickHouse
/// and InfluxDB derive theirs and add a property per option. Their definitions read it when a target is opened or probed, before
/// anything connects. Immutable.
/// </summary>
internal abstract class HttpEndpoint : ServerEndpoint
{
    /// <summary>The scheme without encryption.</summary>
    public const string Plain = "http";

    /// <summary>The scheme with encryption.</summary>
    public const string Encrypted = "https";

    /// <summary>The options of encryption, the same for every HTTP database.</summary>
    public static IReadOnlyList<EndpointOption> TlsOptions { get; } =
    [
        EndpointOption.Text("ca", "with https: the authorities of this file in PEM form alone are trusted", "a file")
            with { IsPath = true },
        EndpointOption.Flag("insecure", "with https: the server's certificate is not checked"),
    ];

    /// <summary>Checks an endpoint.</summary>
    /// <param name="values">The checked options of the endpoint, and the text before them.</param>
    /// <param name="database">The name for <c>--db</c>.</param>
    /// <param name="defaultPort">The port of a host that is given without a port.</param>
    /// <exception cref="ArgumentException">
    /// The address is invalid, stands beside options of a private server, or lacks the scheme that options of encryption need.
    /// </exception>
    protected HttpEndpoint(EndpointValues values, string database, int defaultPort)
        : base(values, new(database, defaultPort) { Schemes = [Plain, Encrypted], KeepsScheme = true })
    {
        if (!values.Place.TrimStart().StartsWith(Encrypted + "://", StringComparison.OrdinalIgnoreCase)
            && (values.Text("ca") is not null || values.Flag("insecure")))
        {
            throw new ArgumentException(
                "--endpoint: ca and insecure are for encrypted connections: write https:// before the host.");
        }
    }

    /// <summary>True if a text is a name that needs no quoting.</summary>
    public static bool IsName(string value) => value.Length <= 100 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);

    /// <summary>Options for connections to a server.</summary>
    /// <param name="address">The address, whose scheme decides about encryption.</param>
    /// <param name="options">The user's options.</param>
    /// <exception cref="ArgumentException">A certificate cannot be read.</exception>
    public HttpConnectionOptions Connection(ServerAddress address, TargetOptions options) => new()
    {
        ConnectTimeout = options.ConnectTimeout,
        RequestTimeout = options.RequestTimeout,
        Authorization = Authorization(address, options.Password),
        Tls = address.Scheme == Encrypted
            ? new TlsOptions
            {
                Authorities = CertificateFiles.Authorities("ca", Values.Text("ca")),
                AcceptsAnyCertificate = Values.Flag("insecure")
            }
            : null,
    };

    /// <summary>Credentials of requests. By default user and password.</summary>
    /// <param name="address">The address with the user.</param>
    /// <param name="password">The password. Null if the user gave none.</param>
    /// <returns>
    /// A function that returns the value of the Authorization header, so that the password is revealed only when a request is
    /// made. Null without a user.
    /// </returns>
    protected virtual Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is { } user ? () => HttpConnectionOptions.Basic(user, password?.Reveal() ?? string.Empty) : null;
}
