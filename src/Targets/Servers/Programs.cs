namespace DbIngest.Targets.Servers;

/// <summary>Finds programs as a shell does.</summary>
internal static class Programs
{
    /// <summary>A program on the PATH.</summary>
    /// <param name="name">Its name.</param>
    /// <returns>Its path; null when there is none.</returns>
    public static string? OnPath(string name) => In((Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries), name);

    /// <summary>A program in one of some folders.</summary>
    /// <param name="folders">The folders.</param>
    /// <param name="name">Its name.</param>
    /// <returns>Its path; null when there is none.</returns>
    public static string? In(IEnumerable<string> folders, string name) => folders
        .Select(folder => Path.GetFullPath(Path.Combine(folder, name))).FirstOrDefault(File.Exists);

    /// <summary>Java: that of <c>JAVA_HOME</c>, else the one on the PATH.</summary>
    /// <returns>Its path; null when there is none.</returns>
    public static string? Java() =>
        (Environment.GetEnvironmentVariable("JAVA_HOME") is { Length: > 0 } home ? In([Path.Combine(home, "bin")], "java") : null)
            ?? OnPath("java");
}
