using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.DeviceDatabase;
using Microsoft.Data.Sqlite;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes an SQLite database that <see cref="DeviceDatabase.DeviceFormat"/> reads: a table <c>measurements</c> with the time
/// in microseconds since 1970, the quality flags and a column per value, and a table <c>channels</c> with the units.
/// <see cref="RecordExport"/> opens it for <c>sources export --format sqlite</c>. A missing value is null. It writes without
/// journal and sync, for speed: a machine that loses power may leave a damaged file.
/// </summary>
internal sealed class DeviceWriter : IRecordWriter
{
    private const int RowsPerTransaction = 50_000;

    private readonly SqliteConnection _connection;
    private readonly SqliteCommand _insert;
    private SqliteTransaction _transaction;
    private long _rows;

    /// <summary>Creates the tables.</summary>
    /// <param name="path">The file, which is replaced.</param>
    public DeviceWriter(string path, RecordSchema schema)
    {
        Files = [path];
        RecordExport.Delete(path);
        _connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = path, Pooling = false }.ToString());
        try
        {
            _connection.Open();
            CreateTables(schema);
        }
        catch
        {
            _connection.Dispose();
            RecordExport.Delete(path);
            throw;
        }

        _transaction = _connection.BeginTransaction();
        _insert = _connection.CreateCommand();
        var names = new List<string>();
        for (int i = 0; i < schema.ValueCount + 3; i++)
        {
            names.Add(string.Create(CultureInfo.InvariantCulture, $"$p{i}"));
            _insert.Parameters.Add(names[i], i < 3 ? SqliteType.Integer : SqliteType.Real);
        }

        _insert.CommandText = $"INSERT INTO measurements VALUES ({string.Join(", ", names)})";
    }

    /// <inheritdoc/>
    public IReadOnlyList<string> Files { get; }

    /// <inheritdoc/>
    public void Write(RecordBatch batch)
    {
        var parameters = _insert.Parameters;
        for (int row = 0; row < batch.Count; row++)
        {
            _insert.Transaction = _transaction;
            parameters[0].Value = ++_rows;
            parameters[1].Value = batch.Timestamps[row];
            parameters[2].Value = (long)batch.Qualities[row];
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                double value = batch.Values[(column * batch.Capacity) + row];
                parameters[column + 3].Value = double.IsNaN(value) ? DBNull.Value : value;
            }

            _insert.ExecuteNonQuery();
            if (_rows % RowsPerTransaction == 0)
            {
                _transaction.Commit();
                _transaction.Dispose();
                _transaction = _connection.BeginTransaction();
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _transaction.Commit();
        }
        finally
        {
            _transaction.Dispose();
            _insert.Dispose();
            _connection.Dispose();
        }
    }

    private void CreateTables(RecordSchema schema)
    {
        Execute(string.Create(CultureInfo.InvariantCulture, $"PRAGMA application_id = {DeviceTable.ApplicationId}"));
        Execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
        Execute("CREATE TABLE channels (name TEXT PRIMARY KEY, unit TEXT NOT NULL)");
        Execute("CREATE TABLE measurements (sequence INTEGER PRIMARY KEY, timestamp INTEGER NOT NULL, quality INTEGER NOT NULL, "
            + string.Join(", ", schema.Values.Select(v => DeviceFile.Quoted(v.Name) + " REAL")) + ")");
        using var transaction = _connection.BeginTransaction();
        using var channel = _connection.CreateCommand();
        channel.Transaction = transaction;
        channel.CommandText = "INSERT INTO channels VALUES ($name, $unit)";
        channel.Parameters.Add("$name", SqliteType.Text);
        channel.Parameters.Add("$unit", SqliteType.Text);
        foreach (var value in schema.Values)
        {
            channel.Parameters[0].Value = value.Name;
            channel.Parameters[1].Value = value.Unit;
            channel.ExecuteNonQuery();
        }

        transaction.Commit();
    }

    private void Execute(string sql)
    {
        using var command = _connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
