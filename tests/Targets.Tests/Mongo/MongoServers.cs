using DbIngest.Abstractions.Targets;
using DbIngest.Mongo.Endpoint;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>
/// A server that speaks MongoDB's protocol, to start from: FerretDB, under the name <c>mongod</c> where the product starts it.
/// Where DBINGEST_MONGODB_ENDPOINT names a real deployment, that is used instead.
/// </summary>
public static class MongoServers
{
    private static readonly string? Ferret = FindFerret();

    /// <summary>The endpoint that the environment names; null where it names none.</summary>
    public static string? Named { get; } =
        Environment.GetEnvironmentVariable("DBINGEST_MONGODB_ENDPOINT") is { Length: > 0 } named ? named : null;

    public static Secret? Password { get; } =
        Environment.GetEnvironmentVariable("DBINGEST_MONGODB_PASSWORD") is { Length: > 0 } password ? new Secret(password) : null;

    /// <summary>Why there is no server, or null when there is one.</summary>
    public static string? SkipReason => Ferret is null && Named is null
        ? "There is no server that speaks MongoDB's protocol: DBINGEST_MONGODB_ENDPOINT names none, and there is no FerretDB "
            + "in DBINGEST_SERVERS or the folder ../shared/servers/ferretdb."
        : null;

    /// <summary>Why there is no server that a test may start and kill, or null when there is one.</summary>
    public static string? NoFerret => Ferret is null
        ? "There is no FerretDB in DBINGEST_SERVERS or the folder ../shared/servers/ferretdb." : null;

    /// <summary>The script that starts it: <c>start DIR PORT</c>.</summary>
    public static string Script => Ferret!;

    /// <summary>
    /// A folder with a program <c>mongod</c> that takes the arguments which the product gives it, writes them down beside itself,
    /// and becomes FerretDB with the replica set's name: a stand-in, not MongoDB.
    /// </summary>
    /// <param name="folder">The folder.</param>
    public static string StandIn(string folder)
    {
        string program = Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName, "mongod");
        File.WriteAllText(program, $"""
            #!/bin/sh
            echo "$@" >>"{folder}/arguments"
            while [ $# -gt 0 ]; do
              case $1 in
                --dbpath) data=$2 ;;
                --port) port=$2 ;;
                --replSet) export FERRETDB_REPL_SET=$2 ;;
              esac
              shift
            done
            exec "{Ferret}" "$data" "$port"
            """);
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return folder;
    }

    /// <summary>
    /// The same with <c>mongod</c> and <c>mongos</c> that become servers of the tests' endpoint, as much of them as the start of
    /// a cluster needs: sets that must be initiated, and a router that shards are added to. The router keeps the documents.
    /// </summary>
    /// <param name="folder">The folder.</param>
    public static string StandInOfCluster(string folder)
    {
        string programs = Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName;
        foreach (string name in (string[])["mongod", "mongos"])
        {
            string program = Path.Combine(programs, name);
            File.WriteAllText(program, $"""
                #!/bin/sh
                echo "{name} $@" >>"{folder}/arguments"
                exec dotnet "{typeof(Deployment).Assembly.Location}" {name} "$@"
                """);
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        return folder;
    }

    private static string? FindFerret()
    {
        string? root = AppContext.BaseDirectory;
        while (root is not null && !File.Exists(Path.Combine(root, "DbIngest.sln")))
        {
            root = Path.GetDirectoryName(root);
        }

        string?[] places =
        [
            Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } servers
                ? Path.Combine(servers, "ferretdb", "start") : null,
            root is null ? null : Path.GetFullPath(Path.Combine(root, "..", "shared", "servers", "ferretdb", "start")),
        ];
        return Array.Find(places, File.Exists);
    }
}
