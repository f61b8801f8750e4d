using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DuckDB.NET.Native;

namespace DuckDb;

/// <summary>
/// Registers DuckDB, an analytical database in a file, embedded in this process. The command line finds it by <c>--plugin</c>,
/// and opens targets by it for <c>--db duckdb</c>. Without a path in <c>--endpoint</c>, a target has a file in the work
/// folder, which it deletes at its end. A file of the user stays.
/// </summary>
public sealed class DuckDbDefinition : TargetDefinition
{
    /// <inheritdoc/>
    public override string Name => "duckdb";

    /// <inheritdoc/>
    public override string Summary => "DuckDB, embedded: appender, one transaction a batch, write-ahead log";

    /// <inheritdoc/>
    public override string Needs =>
        "nothing; --endpoint is the path of a database file, created when missing (default: one in the work folder, removed "
        + "afterwards)";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override bool IsFile => true;

    /// <summary>Options alone name no file: then the run makes one of its own.</summary>
    public override bool NamesServer(string endpoint) => !endpoint.TrimStart().StartsWith('?');

    /// <summary>DuckDB locks its file: a second process cannot open it.</summary>
    public override bool TakesSeveralProcesses => false;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("wal", "Acknowledged after the write-ahead log was synced to disk, or after a checkpoint; survives a crash and a "
            + "power loss.", Survival.PowerLoss),
    ];

    /// <inheritdoc/>
    public override EndpointOptions Options { get; } = new(
        EndpointOption.Size("checkpoint", "write-ahead log at which a commit writes it into the table") with
        {
            Default = "16M",
            IsAxis = true,
        },
        EndpointOption.Number("threads", 1, 1024, "threads of the database, those of the sources included; default: the cores")
            with
        { IsAxis = true });

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        var client = Client(options.Client);
        var (path, values) = Read(options.Endpoint);
        bool isOwn = path is null;
        return new DuckDbTarget(new DuckDbFile(path ?? OwnPath(options.WorkFolder), isOwn, values), Name, client.Name, contract);
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        try
        {
            string version = $"DuckDB {NativeMethods.Startup.DuckDBLibraryVersion()}, in the plug-in";
            var (path, _) = Read(options.Endpoint);
            string place = path is null ? string.Empty : $"; {path} {(File.Exists(path) ? "is there" : "will be created")}";
            return new(true, version + place);
        }
        catch (Exception e) when (e is ArgumentException or DllNotFoundException)
        {
            return new(false, e.Message);
        }
    }

    private (string? Path, EndpointValues Values) Read(string? endpoint)
    {
        var values = Options.Read(endpoint);
        if (values.Place.Length == 0)
        {
            return (null, values);
        }

        string path = Path.GetFullPath(values.Place);
        return values.Place.StartsWith(":memory:", StringComparison.Ordinal)
            ? throw new ArgumentException("--endpoint: DuckDB needs the path of a file; it measures no database in memory.")
            : Directory.Exists(path)
            ? throw new ArgumentException($"--endpoint {path}: DuckDB needs the path of a file, and this is a folder.")
            : Directory.Exists(Path.GetDirectoryName(path))
            ? (path, values)
            : throw new ArgumentException($"--endpoint {path}: its folder does not exist; create it first.");
    }

    private static string OwnPath(string workFolder)
    {
        try
        {
            return Path.Combine(Directory.CreateDirectory(workFolder).FullName, $"duckdb-{Guid.NewGuid():N}.db");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"The work folder {workFolder} cannot be created: {e.Message}", e);
        }
    }
}
