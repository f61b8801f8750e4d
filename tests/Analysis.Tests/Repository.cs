namespace DbIngest.Analysis.Tests;

/// <summary>The working tree that the tests were built from.</summary>
internal static class Repository
{
    public static string Root { get; } = Find();

    public static string Document(string name) => File.ReadAllText(Path.Combine(Root, "docs", name));

    /// <summary>
    /// A locked text: the test fails when it differs; DBINGEST_LOCK=1 writes it anew, to be read before it is committed.
    /// </summary>
    public static void ShouldBeLocked(string name, string text)
    {
        string path = Path.Combine(Root, "tests", "Analysis.Tests", "Data", name);
        if (Environment.GetEnvironmentVariable("DBINGEST_LOCK") == "1")
        {
            File.WriteAllText(path, text);
        }

        text.ShouldBe(File.ReadAllText(path));
    }

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
