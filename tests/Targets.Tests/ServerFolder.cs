namespace DbIngest.Targets.Tests;

/// <summary>Finds the distributions of servers that tests start.</summary>
internal static class ServerFolder
{
    /// <summary>
    /// Finds one: that of its variable, else in <c>DBINGEST_SERVERS</c>, else in the folder <c>../shared/servers</c> beside the
    /// repository.
    /// </summary>
    /// <param name="name">The server's folder.</param>
    /// <param name="variable">The variable that names a distribution.</param>
    /// <returns>The folder; null when there is none.</returns>
    public static string? Find(string name, string variable)
    {
        string? root = AppContext.BaseDirectory;
        while (root is not null && !File.Exists(Path.Combine(root, "DbIngest.sln")))
        {
            root = Path.GetDirectoryName(root);
        }

        string?[] places =
        [
            Environment.GetEnvironmentVariable(variable) is { Length: > 0 } named ? named : null,
            Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers ? Path.Combine(servers, name)
                : null,
            root is null ? null : Path.GetFullPath(Path.Combine(root, "..", "shared", "servers", name)),
        ];
        return Array.Find(places, Directory.Exists);
    }
}
