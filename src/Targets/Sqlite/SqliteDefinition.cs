using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using Microsoft.Data.Sqlite;

namespace DbIngest.Targets.Sqlite;

/// <summary>
/// Registers SQLite, the library bundled with Microsoft.Data.Sqlite: a database in a file, embedded in this process.
/// <c>TargetCatalog</c> holds one instance, and a run that names no database uses it. Without an endpoint a run gets a new file
/// in the work folder, which the target deletes at its end. A probe creates no file and opens an existing one for reading only.
/// It starts no server.
/// </summary>
public sealed class SqliteDefinition : TargetDefinition
{
    /// <inheritdoc/>
    public override string Name => "sqlite";

    /// <inheritdoc/>
    public override string Summary => "SQLite, embedded: prepared INSERTs, one transaction a batch, write-ahead log";

    /// <inheritdoc/>
    public override DataModel Model => DataModel.Relational;

    /// <inheritdoc/>
    public override string Needs =>
        "nothing; --endpoint is the path of a database file, created when missing (default: one in the work folder, removed "
        + "afterwards)";

    /// <inheritdoc/>
    public override bool IsFile => true;

    /// <inheritdoc/>
    public override bool IsServed => true;

    /// <inheritdoc/>
    public override bool ReadsWithoutIndex => true;

    /// <inheritdoc/>
    public override bool AddsValues => true;

    /// <inheritdoc/>
    public override bool AnswersTimeQueries => true;

    /// <inheritdoc/>
    public override IReadOnlyList<DurabilityContract> Contracts { get; } =
    [
        new("full", "Synchronous FULL: acknowledged after the write-ahead log was synced to disk; survives a crash and a "
            + "power loss.", Survival.PowerLoss) { IsDefault = true },
        new("normal", "Synchronous NORMAL: acknowledged before the log is synced; survives a crash of the process, not surely "
            + "a power loss.", Survival.ProcessCrash),
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<WriteClient> Clients { get; } =
    [
        new(WriteClient.Driver)
        {
            Operations = RecordOperations.AllAndFind,
            TellsAbsence = true,
            KeepsLedger = true,
            SeriesAre = WriteClient.IndexedSeries,
        },
    ];

    /// <inheritdoc/>
    public override ITarget Open(TargetOptions options)
    {
        var contract = Contract(options.Durability);
        bool isOwn = options.Endpoint is null;
        string path = isOwn ? OwnPath(options.WorkFolder) : CheckedPath(options.Endpoint!);
        return new SqliteTarget(Name, new SqliteFile(path, isOwn, options.RequestTimeout), contract);
    }

    /// <inheritdoc/>
    public override TargetAvailability Probe(TargetOptions options)
    {
        string version = $"SQLite {SqliteLibrary.Version}";
        if (options.Endpoint is null)
        {
            return new(true, $"{version}, built in");
        }

        try
        {
            string path = CheckedPath(options.Endpoint);
            if (!File.Exists(path))
            {
                return new(true, $"{version}; {path} will be created");
            }

            using var connection = SqliteSettings.Open(path, SqliteOpenMode.ReadOnly, options.RequestTimeout);
            SqliteSettings.Number(connection, "PRAGMA schema_version");
            return new(true, $"{version}; {path} is there");
        }
        catch (Exception e) when (e is ArgumentException or SqliteException)
        {
            return new(false, $"{version}; {e.Message}");
        }
    }

    private static string OwnPath(string workFolder)
    {
        try
        {
            Directory.CreateDirectory(workFolder);
            return Path.Combine(Path.GetFullPath(workFolder), $"sqlite-{Guid.NewGuid():N}.db");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new TargetException($"The work folder {workFolder} cannot be created: {e.Message}", e);
        }
    }

    private static string CheckedPath(string endpoint)
    {
        if (string.IsNullOrWhiteSpace(endpoint) || endpoint == ":memory:")
        {
            throw new ArgumentException(
                "--endpoint: SQLite needs the path of a database file; it measures no database in memory.");
        }

        string path = Path.GetFullPath(endpoint);
        if (Directory.Exists(path))
        {
            throw new ArgumentException($"--endpoint {path}: SQLite needs the path of a database file, and this is a folder.");
        }

        return Directory.Exists(Path.GetDirectoryName(path))
            ? path
            : throw new ArgumentException($"--endpoint {path}: its folder does not exist; create it first.");
    }
}
