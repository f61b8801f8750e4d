using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Plugins;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Lists the databases that this process knows: those of the build, with the vendors' drivers where the build includes them, and
/// those of plug-ins. The verbs look databases up here. <see cref="With"/> adds to the list without a lock, so a verb must call
/// it before it starts other threads.
/// </summary>
internal static class Databases
{
    private static readonly IReadOnlyList<TargetDefinition> BuiltIn = [.. TargetCatalog.All.Select(WithDriver)];
    private static readonly List<Plugin> Loaded = [];

    /// <summary>All definitions: those of the build first, then those of plug-ins.</summary>
    public static IReadOnlyList<TargetDefinition> All => [.. BuiltIn, .. Loaded.SelectMany(plugin => plugin.Definitions)];

    /// <summary>The loaded plug-ins in the order in which the user named them.</summary>
    public static IReadOnlyList<Plugin> Plugins => Loaded;

    /// <summary>The plug-in of a database. Null for a database of the build.</summary>
    /// <param name="definition">The database.</param>
    public static Plugin? PluginOf(TargetDefinition definition) => Loaded.Find(plugin => plugin.Definitions.Contains(definition));

    /// <summary>True if the plug-in of a file is loaded.</summary>
    /// <param name="file">Path of the file.</param>
    public static bool IsLoaded(string file) => Loaded.Exists(plugin => plugin.File.Path == Path.GetFullPath(file));

    /// <summary>Loads plug-ins that are not loaded yet.</summary>
    /// <param name="files">Paths as the user gave them.</param>
    /// <returns>All definitions.</returns>
    /// <exception cref="UsageException">A plug-in cannot be used.</exception>
    public static IReadOnlyList<TargetDefinition> With(IEnumerable<string> files)
    {
        foreach (string file in files.Where(file => !IsLoaded(file)))
        {
            var plugin = Plugin.Load(file);
            if (plugin.Definitions.FirstOrDefault(definition => All.Any(known => known.Name == definition.Name)) is { } second)
            {
                throw PluginFile.Refused(file,
                    $"it has a database named {second.Name}, and there is one of that name already; name it differently, or "
                    + $"leave one plug-in out");
            }

            Loaded.Add(plugin);
        }

        return All;
    }

    /// <summary>
    /// Returns the options with which another process attaches to the same database. Keeps the user's endpoint, which may carry
    /// credentials, if it names a server. Otherwise the run started the server, and the target knows its endpoint. The result
    /// never asks for nodes, so that the other process starts no second cluster.
    /// </summary>
    /// <param name="definition">The database.</param>
    /// <param name="options">The options with which this process opened the target.</param>
    /// <param name="attachEndpoint">The target's <see cref="ITarget.AttachEndpoint"/>.</param>
    public static TargetOptions Attaching(TargetDefinition definition, TargetOptions options, string attachEndpoint) =>
        options with
        {
            Endpoint = options.Endpoint is { } given && definition.NamesServer(given) ? given : attachEndpoint,
            Nodes = null,
        };

    /// <summary>Finds a database by its name in any case.</summary>
    /// <param name="name">The name for <c>--db</c>.</param>
    /// <exception cref="ArgumentException">No database has this name. The message lists the known ones.</exception>
    public static TargetDefinition Find(string name) => TargetCatalog.Find(name, All);

    private static TargetDefinition WithDriver(TargetDefinition definition) => definition switch
    {
#if OFFICIAL_DRIVERS
        Targets.Cassandra.CassandraDefinition => new Drivers.Cassandra.CassandraDriverDefinition(),
        Targets.Couchbase.CouchbaseDefinition => new Drivers.Couchbase.CouchbaseDriverDefinition(),
        Targets.Neo4j.Neo4jDefinition => new Drivers.Neo4j.Neo4jDriverDefinition(),
#endif
        _ => definition,
    };
}
