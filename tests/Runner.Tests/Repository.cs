namespace DbIngest.Runner.Tests;

/// <summary>The working tree that the tests were built from.</summary>
internal static class Repository
{
    public static string Root => TestFiles.Root;

    /// <summary>A file of the data that lies beside the repository, where it does.</summary>
    public static string Shared(string name) => Path.Combine(Root, "..", "shared", name);
}
