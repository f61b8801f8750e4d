using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Http;

/// <summary>
/// Where a server of HTTP is and how it is written to: <c>[http[s]://][USER@]HOST[:PORT][?OPTION=VALUE&amp;...]</c>; without a host, the server is on this machine, or a private one.
/// </summary>
internal abstract class HttpEndpoint
{
    /// <summary>Creates it.</summary>
    /// <param name="values">What the endpoint says.</param>
    /// <param name="defaultPort">The port where none is given.</param>
    /// <exception cref="ArgumentException">The server is not of the form, or options of a private one are given beside it.</exception>
    protected HttpEndpoint(EndpointValues values, int defaultPort)
    {
        Values = values;
        Place = values.Place.Trim().Length == 0 ? null : HttpPlace.Parse(values.Place.Trim(), defaultPort);
        if (Place is not null && values.WantsPrivateServer)
        {
            throw new ArgumentException("--endpoint: it names a server that is there, and has options of one that is started for the run; leave one of the two out.");
        }
    }

    /// <summary>The options of any such server that is encrypted.</summary>
    public static IReadOnlyList<EndpointOption> TlsOptions { get; } =
    [
        EndpointOption.Text("ca", "with https: the authorities of this file in PEM form alone are trusted", "a file"),
        EndpointOption.Flag("insecure", "with https: the server's certificate is not checked"),
    ];

    /// <summary>The server; null when none was named.</summary>
    public HttpPlace? Place { get; }

    /// <summary>Where a private server comes from; null for the usual places.</summary>
    public string? Home => Values.Text("home");

    /// <summary>Whether the user asked for a private server by an option that only one has.</summary>
    public bool WantsOwn => Values.WantsPrivateServer;

    /// <summary>What the endpoint says.</summary>
    protected EndpointValues Values { get; }

    /// <summary>Whether a text is a name that needs no quoting.</summary>
    public static bool IsName(string value) => value.Length <= 100 && value.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') && !char.IsAsciiDigit(value[0]);

    /// <summary>The same options at a server: what another process is given. The password is handed over apart.</summary>
    public string At(HttpPlace place) => Values.At(place.ToString(), withPrivateServer: false);

    /// <summary>How connections are made to a server.</summary>
    public HttpConnectionOptions Connection(HttpPlace place, TargetOptions options) =>
        place.Connection(options, Authorization(place, options.Password), Values.Text("ca"), Values.Flag("insecure"));

    /// <summary>The credentials of requests: those of the user, with the password.</summary>
    /// <param name="place">Where the server is, and who logs in.</param>
    /// <param name="password">The password.</param>
    /// <returns>What gives the header's value; null where nobody logs in.</returns>
    protected virtual Func<string>? Authorization(HttpPlace place, Secret? password) =>
        place.User is { } user ? () => HttpConnectionOptions.Basic(user, password?.Reveal() ?? string.Empty) : null;
}
