using DbIngest.Clusters.Containers;

namespace DbIngest.Clusters.Runs;

/// <summary>What a run can start in a container.</summary>
public static class ContainerImages
{
    /// <summary>The databases.</summary>
    public static IReadOnlyList<string> Databases { get; } = [.. ContainerCatalog.All.Select(recipe => recipe.Database)];

    /// <summary>The vendor's image, at the version that is meant where nobody names one.</summary>
    /// <param name="database">The database.</param>
    /// <returns>The image; null for a database that no image is known of.</returns>
    public static string? Of(string database) => ContainerCatalog.Find(database)?.PinnedImage;

    /// <summary>Whether somebody logs in to the container of a database, with a password.</summary>
    /// <param name="database">The database, one of <see cref="Databases"/>.</param>
    public static bool AsksForPassword(string database) => ContainerCatalog.Find(database)!.Administrator is not null;

    /// <summary>The environment variable by which a user accepts the licence of the image, by the value <c>Y</c>; null where the image does not ask.</summary>
    /// <param name="database">The database, one of <see cref="Databases"/>.</param>
    public static string? LicenceVariable(string database) => ContainerCatalog.Find(database)!.LicenceVariable;
}
