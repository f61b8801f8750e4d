using DbIngest.Core.Endpoints;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Clusters.Files;

/// <summary>What a database can be deployed as.</summary>
/// <param name="Port">The vendor's port for clients.</param>
/// <param name="LargestCluster">The most nodes; 0 where that is not known.</param>
/// <param name="Settings">Its own settings.</param>
/// <param name="TakesCredentials">Whether it can ask for a user and a password.</param>
/// <param name="TakesTls">Whether it can be encrypted.</param>
/// <param name="Providers">Who can run it.</param>
internal sealed record DatabaseAbilities(int Port, int LargestCluster, EndpointOptions Settings, bool TakesCredentials, bool TakesTls, IReadOnlyList<string> Providers)
{
    /// <summary>Those of a database that cannot be deployed.</summary>
    public static readonly DatabaseAbilities None = new(1024, 0, EndpointOptions.None, true, true, []);

    private static readonly string[] OfProcesses = ["local", "ssh"];

    /// <summary>The databases that can be deployed.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. RecipeCatalog.All.Select(recipe => recipe.Database)];

    /// <summary>Those of a database; null where it cannot be deployed.</summary>
    /// <param name="database">Its name.</param>
    public static DatabaseAbilities? Of(string database) => RecipeCatalog.Find(database) is { } recipe
        ? new(recipe.DefaultPort, recipe.LargestCluster, recipe.Settings, recipe.TakesCredentials, recipe.TakesTls, OfProcesses)
        : null;

    /// <summary>What is wrong with the settings of a deployment.</summary>
    /// <returns>The fault with its remedy, a sentence without its end; null where nothing is.</returns>
    public string? SettingsFault(Deployment deployment)
    {
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
