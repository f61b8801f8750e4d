using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// The folder of a vendor's distribution from which a private server starts. Each database with a distribution has a class for
/// its programs, which calls <see cref="Find"/> when a <see cref="ServerDefinition"/> or a <see cref="ServerRecipe"/> plans a
/// server. The folder may not exist: the caller checks for the program in it. Nothing here creates or changes a file.
/// </summary>
/// <param name="Path">The folder.</param>
/// <param name="NamedBy">The environment variable that names the folder, for reports. Null if none does.</param>
internal sealed record HomeFolder(string Path, ServerHome? NamedBy)
{
    /// <summary>The environment variable that names a folder with one distribution per database.</summary>
    public const string Servers = "DBINGEST_SERVERS";

    /// <summary>
    /// Finds the folder: the one that the endpoint names, else that in the database's variable, else the database's folder in
    /// <see cref="Servers"/>.
    /// </summary>
    /// <param name="named">The folder in the endpoint. Null if it names none.</param>
    /// <param name="variable">The database's environment variable. Null if it has none.</param>
    /// <param name="name">Name of the database's folder in <see cref="Servers"/>.</param>
    /// <returns>The folder, which may not exist. Null if nothing names one.</returns>
    public static HomeFolder? Find(string? named, string? variable, string name) =>
        named is not null ? new(named, NamedBy: null)
        : variable is not null && Value(variable) is { } home ? new(home, new(variable, Folder: null))
        : Value(Servers) is { } servers ? new(System.IO.Path.Combine(servers, name), new(Servers, name))
        : null;

    /// <summary>
    /// Chooses between a folder and the place where the distribution is installed. <see cref="Servers"/> may have the folders of
    /// other databases alone, so a folder that it lacks gives way to that place.
    /// </summary>
    /// <param name="found">What <see cref="Find"/> returned.</param>
    /// <param name="installed">The place, for example that of a program on the PATH. Null if there is none.</param>
    public static HomeFolder? Or(HomeFolder? found, string? installed) =>
        installed is null || (found is not null && (found.NamedBy?.Folder is null || Directory.Exists(found.Path))) ? found
        : new(installed, NamedBy: null);

    /// <summary>The value of an environment variable. Null if it is unset or empty.</summary>
    public static string? Value(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } value ? value : null;
}
