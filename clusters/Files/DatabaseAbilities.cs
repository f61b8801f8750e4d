using DbIngest.Abstractions.Endpoints;
using DbIngest.Clusters.Manifests;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Files;

/// <summary>
/// Says what one provider supports for one database. <see cref="DeploymentFile"/> refuses keys of a file that the provider
/// does not support, before any machine is contacted. <c>ProcessProvider</c> and <c>ComposeProvider</c> hand settings to their
/// recipe by <see cref="Query"/>. Immutable.
/// </summary>
/// <param name="Port">The vendor's client port.</param>
/// <param name="LargestCluster">Largest number of equal nodes; 0 when unknown.</param>
/// <param name="Settings">The settings that a deployment file may give.</param>
/// <param name="TakesCredentials">True when the server can require a user and a password.</param>
/// <param name="TakesTls">True when the server can encrypt.</param>
/// <param name="NeedsClientCertificate">
/// True when an encrypting server accepts administration only with a client certificate.
/// </param>
internal sealed record DatabaseAbilities(int Port, int LargestCluster, EndpointOptions Settings, bool TakesCredentials,
    bool TakesTls, bool NeedsClientCertificate = false)
{
    /// <summary>Stands for a database that cannot be deployed, so that the other keys of its file are still checked.</summary>
    public static readonly DatabaseAbilities None = new(1024, 0, EndpointOptions.None, true, true);

    /// <summary>The databases that can be deployed.</summary>
    public static IReadOnlyList<string> Names { get; } = DeploymentCatalog.Databases;

    /// <summary>What a provider supports for a database; null when it cannot run the database.</summary>
    public static DatabaseAbilities? Of(string database, string provider, string? @operator = null) => provider switch
    {
        "kubernetes" when @operator != KubernetesNames.NoOperator && DeploymentCatalog.OperatorOf(database) is { } vendor =>
            new(vendor.Port, vendor.LargestCluster, vendor.Settings, TakesCredentials: true, TakesTls: false),
        "compose" or "kubernetes" => DeploymentCatalog.Container(database) is { } recipe
            ? new(recipe.Port, recipe.LargestCluster, recipe.Settings, recipe.TakesCredentials, recipe.TakesTls,
                recipe.NeedsClientCertificate)
            {
                Roles = recipe.HasRoles && provider == "compose"
                ? DeploymentCatalog.Process(database)!.Roles : []
            }
            : null,
        _ => DeploymentCatalog.Process(database) is { } recipe
            ? new(recipe.DefaultPort, recipe.LargestCluster, recipe.Settings, recipe.TakesCredentials, recipe.TakesTls,
            recipe.NeedsClientCertificate)
            { Roles = recipe.Roles } : null,
    };

    /// <summary>The providers that can run a database.</summary>
    public static IReadOnlyList<string> ProvidersOf(string database) =>
        [.. ((string[])["local", "ssh", "compose", "kubernetes"]).Where(provider => Of(database, provider) is not null)];

    /// <summary>The roles that nodes may have; empty when all nodes are equal.</summary>
    public IReadOnlyList<string> Roles { get; init; } = [];

    /// <summary>Checks that the nodes of a deployment, whose settings are valid, can make a cluster.</summary>
    /// <returns>The fault with its remedy, without a full stop; null when there is none.</returns>
    public string? LayoutFault(Deployment deployment) => Roles.Count == 0 ? null
        : DeploymentCatalog.Process(deployment.Database)!.LayoutFault(new ServerOrder
        {
            Nodes = [.. deployment.Nodes.Select(node => node.Place)],
            Port = deployment.Port,
            Home = string.Empty,
            Settings = Settings.Read(Query(deployment.Settings)),
        });

    /// <summary>Checks the settings of a deployment.</summary>
    /// <returns>The fault with its remedy, without a full stop; null when there is none.</returns>
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
            return exception.Message.Replace("--endpoint: ", string.Empty, StringComparison.Ordinal)
                .Replace(" In a value, & is written %26.", string.Empty, StringComparison.Ordinal).TrimEnd('.');
        }
    }

    /// <summary>Settings written as options of an endpoint, which the same declarations read.</summary>
    public static string Query(IReadOnlyDictionary<string, string> settings) =>
        "?" + string.Join('&', settings.Select(setting => $"{setting.Key}={Uri.EscapeDataString(setting.Value)}"));
}
