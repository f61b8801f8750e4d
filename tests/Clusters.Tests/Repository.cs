namespace DbIngest.Clusters.Tests;

/// <summary>The tree that the tests were built from.</summary>
internal static class Repository
{
    public static string Clusters { get; } = Path.Combine(Find(), "clusters");

    public static IEnumerable<string> Examples => Directory.EnumerateFiles(Path.Combine(Clusters, "examples"), "*.yaml").Order(StringComparer.Ordinal);

    private static string Find()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "DbIngest.sln")))
        {
            folder = folder.Parent ?? throw new InvalidOperationException("The tests do not run within the repository.");
        }

        return folder.FullName;
    }
}
