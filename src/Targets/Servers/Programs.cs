namespace DbIngest.Targets.Servers;

/// <summary>
/// Finds programs on this machine. Definitions, plans and recipes of databases look for a vendor's programs with it, and
/// <see cref="PrivateDisk"/> and <see cref="PrivateNetwork"/> for tools of the system. It starts nothing, and does not check that
/// a file is executable.
/// </summary>
internal static class Programs
{
    /// <summary>Finds a program on the PATH: the first file of its name.</summary>
    /// <param name="name">File name of the program.</param>
    /// <returns>Its full path. Null if it is not found.</returns>
    public static string? OnPath(string name) => In(Folders(), name);

    /// <summary>The folders of the PATH in the order of the search.</summary>
    public static string[] Folders() => (Environment.GetEnvironmentVariable("PATH") ?? string.Empty)
        .Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries);

    /// <summary>Finds a program in a list of folders.</summary>
    /// <param name="folders">The folders in the order of the search.</param>
    /// <param name="name">File name of the program.</param>
    /// <returns>Its full path. Null if it is not found.</returns>
    public static string? In(IEnumerable<string> folders, string name) => folders
        .Select(folder => Path.GetFullPath(Path.Combine(folder, name))).FirstOrDefault(File.Exists);

    /// <summary>Finds Java: the one in <c>JAVA_HOME</c>, else the one on the PATH.</summary>
    /// <returns>Its full path. Null if it is not found.</returns>
    public static string? Java() =>
        (Environment.GetEnvironmentVariable("JAVA_HOME") is { Length: > 0 } home ? In([Path.Combine(home, "bin")], "java") : null)
            ?? OnPath("java");
}
