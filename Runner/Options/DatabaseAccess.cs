using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>How each database is reached. Holds secrets, and shows none.</summary>
internal sealed class DatabaseAccess(
    IReadOnlyDictionary<string, string> endpoints,
    IReadOnlyDictionary<string, Secret> passwords,
    TimeSpan requestTimeout,
    IReadOnlyList<DeployedDatabase> deployed)
{
    /// <summary>The deployments that are used.</summary>
    public IReadOnlyList<DeployedDatabase> Deployed => deployed;

    /// <summary>The images of the databases whose servers are started in containers, by the databases' names.</summary>
    public IReadOnlyDictionary<string, string> Containers { get; init; } = new Dictionary<string, string>(StringComparer.Ordinal);

    /// <summary>How long one request may take.</summary>
    public TimeSpan RequestTimeout => requestTimeout;

    /// <summary>Every secret in clear, for the scrubber only.</summary>
    public IEnumerable<string> Secrets => passwords.Values.Concat(deployed.Select(d => d.Password).OfType<Secret>())
        .Select(p => p.Reveal()).Concat(endpoints.Values.SelectMany(Redaction.SecretsOf));

    /// <summary>The configurations that the endpoint of a database stands for: several where an option has a list.</summary>
    /// <exception cref="ArgumentException">An option of it is wrong.</exception>
    public IReadOnlyList<EndpointVariant> Variants(TargetDefinition database) =>
        database.Options.Expand(endpoints.GetValueOrDefault(database.Name));

    /// <summary>
    /// What the endpoint of a database says of the load; what is no axis is the same in all of its configurations.
    /// </summary>
    /// <exception cref="ArgumentException">An option of it is wrong.</exception>
    public IReadOnlyDictionary<string, string> LoadOf(TargetDefinition database) =>
        database.LoadOf(Variants(database)[0].Endpoint);

    /// <summary>Whether the user said where a database is.</summary>
    public bool HasEndpoint(TargetDefinition database) =>
        IsDeployed(database.Name)
            || database.Parts.All(part => endpoints.TryGetValue(part.Name, out string? endpoint) && part.NamesServer(endpoint));

    /// <summary>The password of a database, or null.</summary>
    public Secret? PasswordOf(string database) => passwords.GetValueOrDefault(database);

    /// <summary>
    /// Where a database is, as it may be shown and stored; <c>local</c> when the user named no place, <c>cluster</c> where
    /// deployments say it, <c>container</c> where one is started.
    /// </summary>
    public string ShownEndpoint(string database) =>
        endpoints.TryGetValue(database, out string? endpoint) ? Redaction.Redact(endpoint)
        : IsDeployed(database) ? "cluster"
        : Containers.ContainsKey(database) ? "container"
        : "local";

    /// <summary>The options with which a target is opened.</summary>
    /// <param name="database">The database.</param>
    /// <param name="common">What is the same for all databases.</param>
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
    /// The options with which the target of a deployment is opened: at its place, with the options that the user gave beside.
    /// </summary>
    /// <param name="options">The options without it.</param>
    /// <param name="deployment">Its name; null where none is meant.</param>
    public TargetOptions At(TargetOptions options, string? deployment)
    {
        if (deployed.FirstOrDefault(d => d.Name == deployment) is not { } found)
        {
            return options;
        }

        return options with { Endpoint = With(found.Endpoint, options.Endpoint), Password = found.Password ?? options.Password };
    }

    /// <summary>An endpoint with the options that the user gave without a place.</summary>
    /// <param name="endpoint">The endpoint.</param>
    /// <param name="options">What the user gave; null for nothing.</param>
    public static string With(string endpoint, string? options) =>
        options?[1..] is { Length: > 0 } given ? endpoint + (endpoint.Contains('?', StringComparison.Ordinal) ? "&" : "?") + given
            : endpoint;

    private bool IsDeployed(string database) => deployed.Any(d => d.Database == database);
}
