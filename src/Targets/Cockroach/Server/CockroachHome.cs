using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>Finds the vendor's program, which is server, shell and administration in one.</summary>
internal static class CockroachHome
{
    private const string Program = "cockroach";

    /// <summary>
    /// Finds it: in the folder named or its folder <c>bin</c>, else in <c>cockroach</c> in <c>DBINGEST_SERVERS</c>, else on the
    /// PATH.
    /// </summary>
    /// <param name="named">The folder that the user named, or null.</param>
    /// <returns>Its path. Null if there is none.</returns>
    public static string? Find(string? named)
    {
        if (named is not null)
        {
            return Programs.In([named, Path.Combine(named, "bin")], Program);
        }

        return (HomeFolder.Find(named, variable: null, Program) is { } home ? Programs.In([home.Path], Program) : null)
            ?? Programs.OnPath(Program);
    }

    /// <summary>The variable that names the folder of the program found. Null if none does.</summary>
    /// <param name="program">The program, as found.</param>
    /// <param name="named">The folder that the user named, or null.</param>
    public static ServerHome? NamedBy(string program, string? named) =>
        HomeFolder.Find(named, variable: null, Program) is { NamedBy: { } home, Path: var folder }
            && Programs.In([folder], Program) == program ? home : null;

    /// <summary>Where it was looked for.</summary>
    /// <param name="named">The folder that the user named, or null.</param>
    public static string Places(string? named) => named is null ? "on the PATH" : $"in {named} or its folder bin";
}
