using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Tests.Neo4j;

namespace DbIngest.Service.Tests;

/// <summary>
/// A store that outlives its services: a file, a server of the test, or two of them as one, such as <c>sqlite+postgres</c>.
/// </summary>
internal sealed class StorePlace : IDisposable
{
    private readonly string _folder;
    private readonly string _database;
    private readonly string? _client;
    private readonly ITarget? _server;
    private readonly StorePlace[] _parts = [];

    /// <summary>Starts the server.</summary>
    /// <param name="store">Name of the database, and of the write path behind a blank where it is not the database's own.</param>
    /// <param name="folder">A folder of the test.</param>
    public StorePlace(string store, string folder)
    {
        string[] words = store.Split(' ');
        (_folder, _database, _client) = (folder, words[0], words.ElementAtOrDefault(1));
        if (_database.Split('+') is { Length: > 1 } parts)
        {
            _parts = [.. parts.Select(part =>
                new StorePlace(part, Directory.CreateDirectory(Path.Combine(folder, part)).FullName))];
            return;
        }

        _server = _database == "sqlite" ? null : TargetCatalog.Find(_database).Open(Options(HomeOf(_database, folder)));
    }

    private TargetDefinition Definition => TargetCatalog.Find(_database);

    /// <summary>The two stores of a hybrid, that of control data first. Empty for a single store.</summary>
    public IReadOnlyList<StorePlace> Parts => _parts;

    /// <summary>The server, of a hybrid the first. Null for a file.</summary>
    public ITarget? Server => _server ?? _parts.Select(part => part.Server).FirstOrDefault(server => server is not null);

    /// <summary>The options of the program by which it finds the store.</summary>
    public IEnumerable<string> EndpointOptions => _parts.Length == 0 ? ["--endpoint", Endpoint]
        : _parts.SelectMany(part => new[] { "--endpoint", $"{part._database}={part.Endpoint}" });

    /// <summary>Where services find a single store.</summary>
    public string Endpoint => _server?.AttachEndpoint ?? Path.Combine(_folder, "served.db");

    /// <summary>Opens it for a service.</summary>
    /// <param name="options">Further options of the endpoint, as <c>name=value&amp;...</c>.</param>
    public ITarget Open(string options = "") => Definition.Open(_parts.Length > 0 ? Options(null) with
    {
        Parts = _parts.ToDictionary(part => part._database, part => new TargetAccess(part.Endpoint, null)),
    } : Options(options.Length == 0 ? Endpoint
        : Endpoint + (Endpoint.Contains('?', StringComparison.Ordinal) ? '&' : '?') + options));

    /// <summary>Starts a service before it.</summary>
    /// <param name="target">The store.</param>
    /// <param name="byLedger">True for a table without a key, with a ledger of requests.</param>
    public RunningService Serve(ITarget target, bool byLedger = false) => new(target, options => options with
    {
        Database = _database,
        Operations = byLedger ? RecordOperations.None : Definition.Client(_client).Operations,
        HasLedger = byLedger,
        TellsAbsence = Definition.Client(_client).TellsAbsence,

        // A busy machine may take longer than the service's ten seconds for what these tests send at once.
        QueueTimeout = TimeSpan.FromMinutes(2),
    });

    /// <inheritdoc/>
    public void Dispose()
    {
        Array.ForEach(_parts, part => part.Dispose());
        _server?.Dispose();
    }

    /// <summary>Why a server cannot be started. Null if it can.</summary>
    public static string? FindMissing(string database)
    {
        if (database == "neo4j" && Neo4jServers.SkipReason is { } missing)
        {
            return missing;
        }

        string home = Path.Combine(Servers, Distribution(database));
        if (NeedsHome(database) && database != "neo4j" && !Directory.Exists(home))
        {
            return $"There is no {home}.";
        }

        if (database == "mongodb")
        {
            return null;
        }

        var now = TargetCatalog.Find(database)
            .Probe(new TargetOptions { WorkFolder = Path.GetTempPath(), Endpoint = HomeOf(database, string.Empty) });
        return now.IsAvailable ? null : now.Detail;
    }

    private static string Servers { get; } = Environment.GetEnvironmentVariable("DBINGEST_SERVERS") is { Length: > 0 } named
        ? named : Path.GetFullPath(Path.Combine(TestFiles.Root, "..", "shared", "servers"));

    private static string Distribution(string database) => database == "mongodb" ? "ferretdb" : database;

    private static bool NeedsHome(string database) => database is "mongodb" or "cassandra" or "cockroach" or "neo4j";

    private static string? HomeOf(string database, string folder) => !NeedsHome(database) ? null
        : "?home=" + database switch
        {
            "mongodb" => StandIn(folder),
            "neo4j" => Neo4jServers.Home,
            _ => Path.Combine(Servers, database),
        };

    /// <summary>A folder with a program <c>mongod</c> that becomes FerretDB.</summary>
    private static string StandIn(string folder)
    {
        string program = Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName, "mongod");
        File.WriteAllText(program, $"""
            #!/bin/sh
            while [ $# -gt 0 ]; do
              case $1 in
                --dbpath) data=$2 ;;
                --port) port=$2 ;;
                --replSet) export FERRETDB_REPL_SET=$2 ;;
              esac
              shift
            done
            exec "{Path.Combine(Servers, "ferretdb", "start")}" "$data" "$port"
            """);
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return folder;
    }

    private TargetOptions Options(string? endpoint) => new()
    {
        WorkFolder = _folder,
        Endpoint = endpoint,
        Client = _client,
        Connections = 8,
    };
}
