namespace DbIngest.Bench.SqlServer;

/// <summary>Finds the programs of other clients, which <see cref="Contest"/> runs when they are installed.</summary>
internal static class Children
{
    /// <summary>Finds a program on the PATH or in a folder beside the repository; null when there is none.</summary>
    public static string? Find(string name, params string[] beside)
    {
        string? onPath = (Environment.GetEnvironmentVariable("PATH") ?? string.Empty).Split(Path.PathSeparator)
            .Select(f => Path.Combine(f, name)).FirstOrDefault(File.Exists);
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); onPath is null
            && folder is not null; folder = folder.Parent)
        {
            string file = Path.Combine([folder.FullName, "..", .. beside, name]);
            onPath = beside.Length > 0 && File.Exists(file) ? Path.GetFullPath(file) : null;
        }

        return onPath;
    }
}
