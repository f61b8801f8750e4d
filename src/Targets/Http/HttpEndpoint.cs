using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>The endpoint of a server of HTTP: <c>[http[s]://][USER@]HOST[:PORT][?OPTION=VALUE&amp;...]</c>.</summary>
/// <param name="values">The endpoint's options, checked, and the text before them.</param>
/// <param name="database">The name of the database on the command line.</param>
/// <param name="defaultPort">The port of a host that is written without one.</param>
/// <exception cref="ArgumentException">The address is not of the form, or options of a server that is started stand beside
/// it.</exception>
internal abstract class HttpEndpoint(EndpointValues values, string database, int defaultPort)
    : ServerEndpoint(values, new(database, defaultPort) { Schemes = [Plain, Encrypted], KeepsScheme = true })
{
    /// <summary>The scheme of a server that does not encrypt.</summary>
    public const string Plain = "http";

    /// <summary>The scheme of a server that encrypts.</summary>
    public const string Encrypted = "https";

    /// <summary>The options of any server that encrypts.</summary>
    public static IReadOnlyList<EndpointOption> TlsOptions { get; } =
    [
        EndpointOption.Text("ca", "with https: the authorities of this file in PEM form alone are trusted", "a file"),
        EndpointOption.Flag("insecure", "with https: the server's certificate is not checked"),
    ];

    /// <summary>Whether a text is a name that needs no quoting.</summary>
    public static bool IsName(string value) => value.Length <= 100 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
        && !char.IsAsciiDigit(value[0]);

    /// <summary>How connections to a server are made.</summary>
    /// <param name="address">The server.</param>
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

    /// <summary>The credentials of requests: those of the user, with the password.</summary>
    /// <param name="address">The server, and who logs in.</param>
    /// <param name="password">The password.</param>
    /// <returns>A function that gives the header's value; null where nobody logs in.</returns>
    protected virtual Func<string>? Authorization(ServerAddress address, Secret? password) =>
        address.User is { } user ? () => HttpConnectionOptions.Basic(user, password?.Reveal() ?? string.Empty) : null;
}
