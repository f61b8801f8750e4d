namespace DbIngest.Core.Tests.Architecture;

/// <summary>The files of the working tree that the tests were built from, without what builds and runs leave in it.</summary>
internal static class SourceTree
{
    private static readonly string[] Generated =
        [".git", "artifacts", "bin", "obj", "results", "TestResults", "BenchmarkDotNet.Artifacts", ".vs", ".idea", ".vscode"];

    public static string Root { get; } = FindRoot();

    /// <summary>All files, as paths from the root with forward slashes.</summary>
    public static IReadOnlyList<string> Files { get; } = [.. Walk(Root).Order(StringComparer.Ordinal)];

    public static string Read(string file) => File.ReadAllText(Path.Combine(Root, file));

    private static IEnumerable<string> Walk(string folder)
    {
        // In a linked worktree .git is a file.
        foreach (var entry in new DirectoryInfo(folder).EnumerateFileSystemInfos().Where(e => !Generated.Contains(e.Name)))
        {
            foreach (string file in entry is DirectoryInfo ? Walk(entry.FullName) : [entry.FullName])
            {
                yield return Path.GetRelativePath(Root, Path.Combine(Root, file)).Replace('\\', '/');
            }
        }
    }

    private static string FindRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "DbIngest.sln")))
        {
            folder = folder.Parent ?? throw new InvalidOperationException("The tests do not run within the repository.");
        }

        return folder.FullName;
    }
}
