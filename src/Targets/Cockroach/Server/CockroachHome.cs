using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Cockroach.Server;

/// <summary>Finds the vendor's program, which is server, shell and administration in one.</summary>
internal static class CockroachHome
{
    private const string Program = "cockroach";

    /// <summary>Finds it: in the folder named or its folder <c>bin</c>, else in <c>cockroach</c> in <c>DBINGEST_SERVERS</c>, else on the PATH.</summary>
    /// <param name="named">The folder that the user named, or null.</param>
    /// <returns>Its path; null when there is none.</returns>
    public static string? Find(string? named)
    {
        if (named is not null)
        {
            return Programs.In([named, Path.Combine(named, "bin")], Program);
        }

        return (Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers ? Programs.In([Path.Combine(servers, Program)], Program) : null) ?? Programs.OnPath(Program);
    }

    /// <summary>Where it was looked for.</summary>
    /// <param name="named">The folder that the user named, or null.</param>
    public static string Places(string? named) => named is null ? "on the PATH" : $"in {named} or its folder bin";
}
