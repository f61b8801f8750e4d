using DbIngest.Core.Targets;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Opening;

/// <summary>The databases of this build: the catalogue's, with the vendors' drivers where they were built in.</summary>
internal static class Databases
{
    /// <summary>The registrations, in the order in which they are listed to a user.</summary>
    public static IReadOnlyList<TargetDefinition> All { get; } = [.. TargetCatalog.All.Select(WithDriver)];

    /// <summary>Finds a database by its name on the command line, in any case.</summary>
    /// <param name="name">The name.</param>
    /// <exception cref="ArgumentException">There is no database of that name; the message lists those there are.</exception>
    public static TargetDefinition Find(string name) => WithDriver(TargetCatalog.Find(name));

    private static TargetDefinition WithDriver(TargetDefinition definition) => definition switch
    {
#if OFFICIAL_DRIVERS
        Targets.Cassandra.CassandraDefinition => new Drivers.Cassandra.CassandraDriverDefinition(),
#endif
        _ => definition,
    };
}
