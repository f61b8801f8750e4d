using DbIngest.Targets.SqlServer;

namespace DbIngest.Targets.Catalogue;

/// <summary>What databases' drivers need of a process before anything else runs in it.</summary>
public static class ProcessStart
{
    /// <summary>To be called first of all: what it decides cannot be changed later.</summary>
    /// <param name="arguments">The command line.</param>
    public static void Begin(string[] arguments) => SqlClientCultures.Begin(arguments);
}
