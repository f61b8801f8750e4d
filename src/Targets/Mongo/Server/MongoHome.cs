using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Mongo.Server;

/// <summary>
/// Paths of the programs from which a private server starts. <see cref="MongoDefinition"/> finds them when it plans the server,
/// in the named folder or its <c>bin</c>, and only without a named folder on the PATH. <see cref="MongoPlan"/> starts the
/// programs. This class only looks for files.
/// </summary>
/// <param name="Mongod">Path of the data server.</param>
/// <param name="Mongos">Path of the router. Null if none is needed.</param>
internal sealed record MongoHome(string Mongod, string? Mongos)
{
    /// <summary>Finds the programs in the named folder, or in its <c>bin</c>, else on the PATH.</summary>
    /// <param name="named">The folder that the user named. Null for none.</param>
    /// <param name="withRouter">True if a router is needed too.</param>
    /// <exception cref="TargetException">The programs are missing. The message names the ways to get a server.</exception>
    public static MongoHome Find(string? named, bool withRouter)
    {
        string[] folders = named is null ? Programs.Folders() : [named, Path.Combine(named, "bin")];
        string? mongod = Programs.In(folders, "mongod");
        string? mongos = withRouter ? Programs.In(folders, "mongos") : null;
        string where = named is null ? "on the PATH" : $"in {named} or its folder bin";
        return mongod is null
            ? throw Missing(named is null ? $"no server answers at localhost:27017, and there is no mongod {where}"
            : $"there is no mongod {where}")
            : withRouter && mongos is null
                ? throw Missing($"several nodes are shards behind a router, and there is no mongos {where}")
            : new MongoHome(mongod, mongos);
    }

    private static TargetException Missing(string what) => new(
        $"There is no MongoDB to use: {what}. Either start one (the vendor's package or container image, port 27017), or name one by "
        + "--endpoint mongodb://HOST:PORT, or install the vendor's server (mongod, for --nodes also mongos) on the PATH or "
        + "name its folder by --endpoint \"?home=DIR\", and a server is started for each run.",
        isUnreachable: true);
}
