namespace DbIngest.Analysis.Tests;

/// <summary>The working tree that the tests were built from.</summary>
internal static class Repository
{
    public static string Root => TestFiles.Root;

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
}
