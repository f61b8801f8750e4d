using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DuckDB.NET.Data;

namespace DuckDb;

/// <summary>
/// A DuckDB database file, open as a target of a sweep. <see cref="DuckDbDefinition"/> creates it from an endpoint, and the
/// trial phases call its verbs. To settle is a checkpoint, which merges the write-ahead log into the file. The audit closes
/// the shared connection first, and reads what the file has. Verbs turn failures of the database into
/// <see cref="TargetException"/>, and a cancelled token ends the query under way.
/// </summary>
internal sealed class DuckDbTarget : ITarget
{
    private const int RowsBetweenLooks = 1024;

    private readonly DuckDbFile _file;
    private readonly string _name;
    private readonly string _client;
    private readonly DurabilityContract _contract;
    private RecordSchema? _schema;

    public DuckDbTarget(DuckDbFile file, string name, string client, DurabilityContract contract)
    {
        (_file, _name, _client, _contract) = (file, name, client, contract);
        Guard("opened, so name another by --endpoint or end the program that has it open", () => _file.Query("SELECT 1"),
            CancellationToken.None);
    }

    public string AttachEndpoint => _file.FullPath;

    public TargetDescription Describe(CancellationToken cancellation = default) => Guard("described", () =>
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (string setting in (string[])["checkpoint_threshold", "memory_limit", "storage_compatibility_version", "threads"])
        {
            settings[setting] = $"{_file.Query($"SELECT current_setting('{setting}')")}";
        }

        return new TargetDescription
        {
            Database = _name,
            Client = _client,
            ServerVersion = $"DuckDB {_file.Query("SELECT library_version || ', ' || source_id FROM pragma_version()")}",
            DriverVersion = $"DuckDB.NET {BuildStamp.Of(typeof(DuckDBConnection)).Number}",
            Durability = _contract.Name,
            DurabilityMeaning = _contract.Meaning,
            Survives = _contract.Survives,
            Repeats = Repeats.KeepsBoth,
            Endpoint = _file.IsOwn ? "local" : _file.FullPath,
            Placement = "in-process",
            Configuration = _file.Given.Count == 0 ? TargetDescription.ShippedConfiguration : string.Join(", ", _file.Given.Keys),
            Settings = settings,
        };
    }, cancellation);

    public void Prepare(TrialTable table, CancellationToken cancellation = default) => Guard("prepared", () =>
    {
        _file.Reset(table.Schema);
        return _schema = table.Schema;
    }, cancellation);

    public void Attach(TrialTable table, CancellationToken cancellation = default) => Guard("attached to", () =>
        _file.Query($"SELECT 1 FROM duckdb_tables() WHERE table_name = '{DuckDbFile.Table}'") is null
            ? throw new TargetException($"{_file.FullPath} has no table {DuckDbFile.Table}: no trial has prepared it, or one "
                + "has removed it at its end.")
            : _schema = table.Schema, cancellation);

    public IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        Guard("opened", () => new DuckDbWriter(_file, _schema?.ValueCount
            ?? throw new TargetException($"{_file.FullPath} was not prepared.")), cancellation);

    public void Settle(CancellationToken cancellation) => Guard("settled", () => File.Exists(_file.FullPath)
        ? _file.Query("CHECKPOINT")
        : throw new TargetException($"{_file.FullPath} was removed during the trial."), cancellation);

    public DiskSpace MeasureSpace(CancellationToken cancellation = default) => Guard("measured", () =>
    {
        const string used = "SELECT used_blocks * block_size FROM pragma_database_size() WHERE database_name = current_database()";
        long log = _file.Parts.Where(part => part.FullName != _file.FullPath).Sum(part => LengthOf(part));
        long files = _file.Parts.Sum(part => LengthOf(part));
        return new DiskSpace((long)_file.Query(used)!, IndexBytes: 0, LogBytes: log, FilesApparentBytes: files);
    }, cancellation);

    public void Audit(StoredContent audit, CancellationToken cancellation) => Guard("audited", () =>
    {
        // Opened anew: what the file has counts, not what this process remembers of it.
        _file.Close();
        double[] values = new double[audit.ValueCount];
        using var partition = audit.OpenPartition();
        using var command = DuckDbFile.Command(_file.Shared,
            $"SELECT * REPLACE (epoch_us(timestamp) AS timestamp) FROM {DuckDbFile.Table}");
        command.UseStreamingMode = true;
        using var reader = command.ExecuteReader();
        // The driver takes the end of an empty stream for an error.
        for (long row = 0; reader.HasRows && reader.Read(); row++)
        {
            if (row % RowsBetweenLooks == 0)
            {
                cancellation.ThrowIfCancellationRequested();
            }

            for (int value = 0; value < values.Length; value++)
            {
                values[value] = reader.IsDBNull(value + 4) ? double.NaN : reader.GetDouble(value + 4);
            }

            partition.Add(reader.GetInt32(0), reader.GetInt64(1), reader.GetInt64(2), reader.GetFieldValue<uint>(3), values);
        }

        return true;
    }, cancellation);

    public void Clean(CancellationToken cancellation = default) => Guard("cleaned", () =>
    {
        _file.Reset(schema: null);
        return true;
    }, cancellation);

    /// <summary>None: the database runs in this process.</summary>
    public IReadOnlyList<int> ServerProcesses() => [];

    public void Dispose() => _file.Dispose();

    /// <summary>The length of a file. Follows a link, whose length is that of its path.</summary>
    private static long LengthOf(FileInfo part) => new FileInfo(Links.Followed(part.FullName)).Length;

    /// <summary>Converts failures of a verb to exceptions of the contract, and ends the verb's query at cancellation.</summary>
    private T Guard<T>(string done, Func<T> verb, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        try
        {
            using var interrupt = cancellation.Register(_file.Interrupt);
            return verb();
        }
        catch (Exception e) when (DuckDbFile.IsFailure(e))
        {
            cancellation.ThrowIfCancellationRequested();
            _file.Close();
            throw new TargetException($"{_file.FullPath} cannot be {done}: {e.Message}", e);
        }
    }
}
