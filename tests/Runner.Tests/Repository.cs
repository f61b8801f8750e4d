namespace DbIngest.Runner.Tests;

/// <summary>The working tree that the tests were built from.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    /// <summary>A file of the data that lies beside the repository, where it does.</summary>
    public static string Shared(string name) => Path.Combine(Root, "..", "shared", name);

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
