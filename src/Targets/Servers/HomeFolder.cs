using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>The folder of a vendor's distribution, as a user names it.</summary>
/// <param name="Path">The folder.</param>
/// <param name="NamedBy">The environment variable that names it; null where the endpoint does.</param>
internal sealed record HomeFolder(string Path, ServerHome? NamedBy)
{
    /// <summary>The variable that names a folder with a distribution of each database.</summary>
    public const string Servers = "DBINGEST_SERVERS";

    /// <summary>The folder named, else that of the database's variable, else the database's in <see cref="Servers"/>.</summary>
    /// <param name="named">The folder that the endpoint names, or null.</param>
    /// <param name="variable">The database's own variable; null where it has none.</param>
    /// <param name="name">The name of its folder in <see cref="Servers"/>.</param>
    /// <returns>The folder, which need not exist; null when none is named.</returns>
    public static HomeFolder? Find(string? named, string? variable, string name) =>
        named is not null ? new(named, NamedBy: null)
        : variable is not null && Value(variable) is { } home ? new(home, new(variable, Folder: null))
        : Value(Servers) is { } servers ? new(System.IO.Path.Combine(servers, name), new(Servers, name))
        : null;

    /// <summary>The value of an environment variable; null where it is empty or not there.</summary>
    /// <param name="variable">The variable.</param>
    public static string? Value(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value ? value : null;
}
