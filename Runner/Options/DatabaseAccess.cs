using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>
/// Holds how each database of a command is reached: endpoints, passwords, images, deployments, timeout.
/// <see cref="DatabaseAccessReader"/> creates it, and <c>OpenTargets</c>, <c>ServeVerb</c> and <c>TargetsVerb</c> open or
/// probe targets with it. Passwords and endpoints are secret: of an endpoint only <see cref="ShownEndpoint"/> may be logged or
/// stored. Immutable.
/// </summary>
internal sealed class DatabaseAccess(
    IReadOnlyDictionary<string, string> endpoints,
    IReadOnlyDictionary<string, Secret> passwords,
    TimeSpan requestTimeout,
    IReadOnlyList<DeployedDatabase> deployed)
{
    /// <summary>The deployments that the command measures.</summary>
    public IReadOnlyList<DeployedDatabase> Deployed => deployed;

    /// <summary>Images of the databases whose servers start in containers, by database.</summary>
    public IReadOnlyDictionary<string, string> Containers { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>The API key of the service at the URL of <c>--via</c>. Null if the user gave none.</summary>
    public Secret? ServiceKey { get; init; }

    /// <summary>Longest duration of one request before it counts as failed.</summary>
    public TimeSpan RequestTimeout => requestTimeout;

    /// <summary>
    /// Every secret in clear text, those within endpoints included. Verbs give them to the screen's scrubber and to nothing else.
    /// </summary>
    public IEnumerable<string> Secrets => passwords.Values
        .Concat(deployed.Select(d => d.Password).Append(ServiceKey).OfType<Secret>())
        .Select(p => p.Reveal()).Concat(endpoints.Values.SelectMany(Redaction.SecretsOf));

    /// <summary>
    /// Lists the configurations that the endpoint of a database stands for: several if an endpoint option has a list of values,
    /// and always at least one.
    /// </summary>
    /// <exception cref="ArgumentException">An option of the endpoint is invalid.</exception>
    public IReadOnlyList<EndpointVariant> Variants(TargetDefinition database) =>
        database.Options.Expand(endpoints.GetValueOrDefault(database.Name));

    /// <summary>
    /// Lists the endpoint options that take abilities away from a database, in any configuration of its endpoint or in its
    /// deployments.
    /// </summary>
    /// <exception cref="ArgumentException">An option of the endpoint is invalid.</exception>
    public IEnumerable<EndpointLimit> LimitsOf(TargetDefinition database)
    {
        var variants = Variants(database).Select(variant => variant.Endpoint);
        var places = deployed.Where(d => d.Database == database.Name).Select(d => d.Endpoint).ToList();
        return (places.Count == 0 ? variants : variants.SelectMany(variant => places.Select(place => With(place, variant))))
            .SelectMany(database.LimitsOf).Distinct();
    }

    /// <summary>
    /// Returns the option texts that the endpoint of a database prescribes for the load, by long name of the option. All
    /// configurations of an endpoint prescribe the same load, so the first decides.
    /// </summary>
    /// <exception cref="ArgumentException">An option of the endpoint is invalid.</exception>
    public IReadOnlyDictionary<string, string> LoadOf(TargetDefinition database) =>
        database.LoadOf(Variants(database)[0].Endpoint);

    /// <summary>True if the user named a server or deployment for every part of a database.</summary>
    public bool HasEndpoint(TargetDefinition database) =>
        IsDeployed(database.Name)
            || database.Parts.All(part => endpoints.TryGetValue(part.Name, out string? endpoint) && part.NamesServer(endpoint));

    /// <summary>
    /// The absolute path of a database that is a file, without endpoint options. Null if it is none, or the user named no file.
    /// </summary>
    public string? FileOf(TargetDefinition database)
    {
        if (!database.IsFile)
        {
            return null;
        }

        string endpoint = Variants(database)[0].Endpoint ?? string.Empty;
        string path = database.Options.All.Count == 0 ? endpoint : database.Options.Read(endpoint).Place;
        return path.Length > 0 ? Path.GetFullPath(path) : null;
    }

    /// <summary>The password of a database, from the user or made for a container. Null without a password.</summary>
    public Secret? PasswordOf(string database) => passwords.GetValueOrDefault(database);

    /// <summary>
    /// The place of a database without secrets, which may be shown and stored: <c>local</c> for a private server, <c>cluster</c>
    /// for deployments, <c>container</c> for a container.
    /// </summary>
    public string ShownEndpoint(string database) =>
        endpoints.TryGetValue(database, out string? endpoint) ? Redaction.Redact(endpoint)
        : IsDeployed(database) ? "cluster"
        : Containers.ContainsKey(database) ? "container"
        : "local";

    /// <summary>Builds the options with which a target is opened. They contain the secrets of the database.</summary>
    /// <param name="database">A database of the command, or a composition of several.</param>
    /// <param name="common">Options that all targets of the command share.</param>
    public TargetOptions For(TargetDefinition database, TargetOptions common) => common with
    {
        Endpoint = endpoints.GetValueOrDefault(database.Name),
        Password = PasswordOf(database.Name),
        Parts = database.Parts.Count == 1 ? null : database.Parts.ToDictionary(
            part => part.Name, part => new TargetAccess(endpoints.GetValueOrDefault(part.Name), PasswordOf(part.Name)),
                StringComparer.Ordinal),
        RequestTimeout = requestTimeout,
    };

    /// <summary>
    /// Builds the options with which the target of a deployment is opened: the place of the deployment with the endpoint options
    /// that the user gave.
    /// </summary>
    /// <param name="options">The options without the deployment.</param>
    /// <param name="deployment">Name of the deployment. Null returns the options unchanged.</param>
    public TargetOptions At(TargetOptions options, string? deployment)
    {
        if (deployed.FirstOrDefault(d => d.Name == deployment) is not { } found)
        {
            return options;
        }

        return options with { Endpoint = With(found.Endpoint, options.Endpoint), Password = found.Password ?? options.Password };
    }

    /// <summary>Appends endpoint options to an endpoint.</summary>
    /// <param name="endpoint">A place, with or without options.</param>
    /// <param name="options">
    /// Options without a place, which must begin with a question mark: the first character is cut off unseen. Null for none.
    /// </param>
    public static string With(string endpoint, string? options) =>
        options?[1..] is { Length: > 0 } given ? endpoint + (endpoint.Contains('?', StringComparison.Ordinal) ? "&" : "?") + given
            : endpoint;

    private bool IsDeployed(string database) => deployed.Any(d => d.Database == database);
}
