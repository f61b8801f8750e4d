using DbIngest.Targets.Catalogue;

namespace DbIngest.Clusters.Runs;

/// <summary>
/// Lists the databases that <c>--container</c> can start, and what their images require of the user. Option readers, the verb
/// <c>targets</c> and the message about a missing server call it. Starts nothing and calls no engine.
/// </summary>
public static class ContainerImages
{
    /// <summary>The databases that have an image.</summary>
    public static IReadOnlyList<string> Databases { get; } = [.. DeploymentCatalog.Containers.Select(recipe => recipe.Database)];

    /// <summary>The vendor's image with registry and tag; null for a database without one.</summary>
    public static string? Of(string database) => DeploymentCatalog.Container(database)?.PinnedImage;

    /// <summary>True when clients of the database's container log in with a password.</summary>
    /// <param name="database">One of <see cref="Databases"/>.</param>
    public static bool AsksForPassword(string database) => DeploymentCatalog.Container(database)!.Administrator is not null;

    /// <summary>
    /// The environment variable whose value <c>Y</c> accepts the image's licence; null when the image has no such variable.
    /// </summary>
    /// <param name="database">One of <see cref="Databases"/>.</param>
    public static string? LicenceVariable(string database) => DeploymentCatalog.Container(database)!.LicenceVariable;
}
