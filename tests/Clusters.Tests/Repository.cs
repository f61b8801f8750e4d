namespace DbIngest.Clusters.Tests;

/// <summary>The tree that the tests were built from.</summary>
internal static class Repository
{
    public static string Root => TestFiles.Root;

    public static string Clusters { get; } = Path.Combine(Root, "clusters");

    public static IEnumerable<string> Examples => Directory.EnumerateFiles(Path.Combine(Clusters, "examples"), "*.yaml")
        .Order(StringComparer.Ordinal);

    /// <summary>
    /// A locked text: the test fails when it differs; DBINGEST_LOCK=1 writes it anew, to be read before it is committed.
    /// </summary>
    public static void ShouldBeLocked(string path, string text)
    {
        if (Environment.GetEnvironmentVariable("DBINGEST_LOCK") == "1")
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, text);
        }

        text.ShouldBe(File.ReadAllText(path));
    }
}
