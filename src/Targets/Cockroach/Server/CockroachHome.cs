using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>
/// Finds the vendor's program, which is server, shell and administration tool in one. <see cref="CockroachDefinition"/> and
/// <see cref="CockroachRecipe"/> look for it before they start nodes. It only looks at files.
/// </summary>
internal static class CockroachHome
{
    private const string Program = "cockroach";

    /// <summary>
    /// Finds the program: in the folder that the user names or its <c>bin</c>, else in <c>cockroach</c> below
    /// <c>DBINGEST_SERVERS</c>, else on the PATH.
    /// </summary>
    /// <param name="named">The folder that the user names, or null.</param>
    /// <returns>Its path. Null if it is not found.</returns>
    public static string? Find(string? named)
    {
        if (named is not null)
        {
            return Programs.In([named, Path.Combine(named, "bin")], Program);
        }

        return (HomeFolder.Find(named, variable: null, Program) is { } home ? Programs.In([home.Path], Program) : null)
            ?? Programs.OnPath(Program);
    }

    /// <summary>The environment variable that names the folder of the found program. Null if none does.</summary>
    /// <param name="program">The path that <see cref="Find"/> returned.</param>
    /// <param name="named">The folder that the user names, or null.</param>
    public static ServerHome? NamedBy(string program, string? named) =>
        HomeFolder.Find(named, variable: null, Program) is { NamedBy: { } home, Path: var folder }
            && Programs.In([folder], Program) == program ? home : null;

    /// <summary>The searched places, for a message.</summary>
    /// <param name="named">The folder that the user names, or null.</param>
    public static string Places(string? named) => named is null ? "on the PATH" : $"in {named} or its folder bin";
}
