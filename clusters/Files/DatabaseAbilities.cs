using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Containers;
using DbIngest.Clusters.Manifests;
using DbIngest.Clusters.Model;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Files;

/// <summary>What a database can be deployed as by a provider.</summary>
/// <param name="Port">The vendor's port for clients.</param>
/// <param name="LargestCluster">The most nodes that do the same; 0 where that is not known.</param>
/// <param name="Settings">Its own settings.</param>
/// <param name="TakesCredentials">Whether it can ask for a user and a password.</param>
/// <param name="TakesTls">Whether it can be encrypted.</param>
/// <param name="NeedsClientCertificate">Whether it is then managed by somebody with a certificate.</param>
internal sealed record DatabaseAbilities(int Port, int LargestCluster, EndpointOptions Settings, bool TakesCredentials, bool TakesTls, bool NeedsClientCertificate = false)
{
    /// <summary>Those of a database that cannot be deployed.</summary>
    public static readonly DatabaseAbilities None = new(1024, 0, EndpointOptions.None, true, true);

    /// <summary>The databases that can be deployed.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. RecipeCatalog.All.Select(recipe => recipe.Database).Union(ContainerCatalog.All.Select(recipe => recipe.Database), StringComparer.Ordinal).Union(OperatorCatalog.All.Select(recipe => recipe.Database), StringComparer.Ordinal)];

    /// <summary>Those of a database; null where the provider cannot run it.</summary>
    /// <param name="database">Its name.</param>
    /// <param name="provider">The provider.</param>
    /// <param name="operator">The operator in Kubernetes; null for the database's own, if it has one.</param>
    public static DatabaseAbilities? Of(string database, string provider, string? @operator = null) => provider switch
    {
        "kubernetes" when @operator != OperatorCatalog.None && OperatorCatalog.Of(database) is { } vendor => new(vendor.Port, vendor.LargestCluster, vendor.Settings, TakesCredentials: true, TakesTls: false),
        "compose" or "kubernetes" => ContainerCatalog.Find(database) is { } recipe
            ? new(recipe.Port, recipe.LargestCluster, recipe.Settings, recipe.TakesCredentials, recipe.TakesTls, recipe.NeedsClientCertificate) { Roles = recipe.HasRoles && provider == "compose" ? RecipeCatalog.Find(database)!.Roles : [] }
            : null,
        _ => RecipeCatalog.Find(database) is { } recipe ? new(recipe.DefaultPort, recipe.LargestCluster, recipe.Settings, recipe.TakesCredentials, recipe.TakesTls, recipe.NeedsClientCertificate) { Roles = recipe.Roles } : null,
    };

    /// <summary>Who can run a database.</summary>
    /// <param name="database">Its name.</param>
    public static IReadOnlyList<string> ProvidersOf(string database) => [.. ((string[])["local", "ssh", "compose", "kubernetes"]).Where(provider => Of(database, provider) is not null)];

    /// <summary>What its nodes can be where they do different things; none where all do the same.</summary>
    public IReadOnlyList<string> Roles { get; init; } = [];

    /// <summary>Why the nodes of a deployment, whose settings are right, make no cluster.</summary>
    /// <returns>The fault with its remedy, a sentence without its end; null where they do.</returns>
    public string? LayoutFault(Deployment deployment) => Roles.Count == 0 ? null : RecipeCatalog.Find(deployment.Database)!.LayoutFault(new ServerOrder
    {
        Nodes = [.. deployment.Nodes.Select(node => node.Place)],
        Port = deployment.Port,
        Home = string.Empty,
        Settings = Settings.Read(Query(deployment.Settings)),
    });

    /// <summary>What is wrong with the settings of a deployment.</summary>
    /// <returns>The fault with its remedy, a sentence without its end; null where nothing is.</returns>
    public string? SettingsFault(Deployment deployment)
    {
        if (this == None)
        {
            return null;
        }

        try
        {
            Settings.Read(Query(deployment.Settings));
            return null;
        }
        catch (ArgumentException exception)
        {
            return exception.Message.Replace("--endpoint: ", string.Empty, StringComparison.Ordinal).Replace(" In a value, & is written %26.", string.Empty, StringComparison.Ordinal).TrimEnd('.');
        }
    }

    /// <summary>Settings as the options that read them.</summary>
    /// <param name="settings">The settings.</param>
    public static string Query(IReadOnlyDictionary<string, string> settings) =>
        "?" + string.Join('&', settings.Select(setting => $"{setting.Key}={Uri.EscapeDataString(setting.Value)}"));
}
