using DbIngest.Core.Endpoints;
using DbIngest.Core.Targets;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Options;

/// <summary>How each database is reached. Holds secrets, and shows none.</summary>
internal sealed class DatabaseAccess(
    IReadOnlyDictionary<string, string> endpoints,
    IReadOnlyDictionary<string, Secret> passwords,
    TimeSpan requestTimeout)
{
    /// <summary>How long one request may take.</summary>
    public TimeSpan RequestTimeout => requestTimeout;

    /// <summary>Every secret in clear, for the scrubber only.</summary>
    public IEnumerable<string> Secrets => passwords.Values.Select(p => p.Reveal()).Concat(endpoints.Values.SelectMany(Redaction.SecretsOf));

    /// <summary>The configurations that the endpoint of a database stands for: several where an option has a list.</summary>
    /// <exception cref="ArgumentException">An option of it is wrong.</exception>
    public IReadOnlyList<EndpointVariant> Variants(TargetDefinition database) => database.Options.Expand(endpoints.GetValueOrDefault(database.Name));

    /// <summary>Whether the user said where a database is.</summary>
    public bool HasEndpoint(TargetDefinition database) =>
        database.Parts.All(part => endpoints.TryGetValue(part.Name, out string? endpoint) && part.NamesServer(endpoint));

    /// <summary>The password of a database, or null.</summary>
    public Secret? PasswordOf(string database) => passwords.GetValueOrDefault(database);

    /// <summary>Where a database is, as it may be shown and stored; <c>local</c> when the user named no place.</summary>
    public string ShownEndpoint(string database) =>
        endpoints.TryGetValue(database, out string? endpoint) ? Redaction.Redact(endpoint) : "local";

    /// <summary>The options with which a target is opened.</summary>
    /// <param name="database">The database.</param>
    /// <param name="common">What is the same for all databases.</param>
    public TargetOptions For(TargetDefinition database, TargetOptions common) => common with
    {
        Endpoint = endpoints.GetValueOrDefault(database.Name),
        Password = PasswordOf(database.Name),
        Parts = database.Parts.Count == 1 ? null : database.Parts.ToDictionary(
            part => part.Name, part => new TargetAccess(endpoints.GetValueOrDefault(part.Name), PasswordOf(part.Name)), StringComparer.Ordinal),
        RequestTimeout = requestTimeout,
    };
}
