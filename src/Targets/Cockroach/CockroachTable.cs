using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Cockroach.Sessions;
using DbIngest.Wire.Pg;

namespace DbIngest.Targets.Cockroach;

/// <summary>
/// The table of a trial and its SQL statements. Quality is the signed number with the same 32 bits, a timestamp microseconds.
/// <see cref="CockroachTarget"/> makes one per trial and shares it with its writers. Immutable. Only <see cref="Create"/> and
/// <see cref="CreateMissing"/> run statements. The first drops the table of an earlier trial with its data, and the second
/// deletes nothing.
/// </summary>
internal sealed class CockroachTable
{
    /// <summary>Most ranges to split beforehand. Each split is a statement that takes about a second.</summary>
    private const int MaxSplits = 64;

    private const string NameTaken = "42P07";

    /// <summary>Longest time that an abandoned drop may still take.</summary>
    private static readonly TimeSpan DropTimeout = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan DropPause = TimeSpan.FromMilliseconds(200);

    private readonly CockroachEndpoint _endpoint;
    private readonly TrialTable _table;
    private readonly string _columns;
    private readonly string _stored;

    public CockroachTable(CockroachEndpoint endpoint, TrialTable table)
    {
        _endpoint = endpoint;
        _table = table;
        _columns = "source, sequence, \"timestamp\", quality, " + string.Join(", ", Schema.Values.Select(v => $"\"{v.Name}\""));
        _stored = "source, sequence, \"timestamp\", quality, " + string.Join(", ", Schema.Measured.Select(v => $"\"{v.Name}\""))
            + (Schema.HasSeries ? $", {RecordSchema.SeriesName}::FLOAT8" : string.Empty);
    }

    /// <summary>Name with the database before it.</summary>
    public string Name => _endpoint.Table;

    public RecordSchema Schema => _table.Schema;

    public int Columns => 4 + Schema.ValueCount;

    public string Drop => $"DROP TABLE IF EXISTS {_endpoint.Table}";

    public string Copy => $"COPY {_endpoint.Table} ({_columns}) FROM STDIN";

    /// <summary>Reads the rows of a share of the sources.</summary>
    public string Read(SourceShare share) =>
        $"SELECT {_stored} FROM {_endpoint.Table}{(share.IsAll ? string.Empty : " WHERE " + share.Condition("source"))}";

    /// <summary>Stores a number of rows, with parameters numbered from 1.</summary>
    public string Insert(int rows) =>
        $"{(_endpoint.Way == "upsert" ? "UPSERT" : "INSERT")} INTO {_endpoint.Table} ({_columns}) VALUES "
        + string.Join(',', Enumerable.Range(0, rows)
            .Select(row => $"({string.Join(',', Enumerable.Range((row * Columns) + 1, Columns).Select(i => string.Create(CultureInfo.InvariantCulture, $"${i}")))})"));

    /// <summary>True if single records are read and changed.</summary>
    public bool IsKeyed => _table.IsKeyed;

    /// <summary>Reads a record: source, sequence.</summary>
    public string ReadOne => $"SELECT {_stored} FROM {_endpoint.Table} {Record}";

    /// <summary>Reads a range of records: source, first sequence number, the one after the last.</summary>
    public string Scan =>
        $"SELECT {_stored} FROM {_endpoint.Table} WHERE source = $1::INT4 AND sequence >= $2::INT8 AND sequence < $3::INT8";

    /// <summary>Sets a record: source, sequence, quality, values.</summary>
    public string Update =>
        $"UPDATE {_endpoint.Table} SET quality = $3::INT4, "
        + string.Join(", ", Schema.Values.Select((v, i) =>
            string.Create(CultureInfo.InvariantCulture, $"\"{v.Name}\" = ${i + 4}::FLOAT8")))
        + $" {Record}";

    /// <summary>Sets a record if it has a certain quality: as <see cref="Update"/>, then the quality.</summary>
    public string UpdateIf =>
        string.Create(CultureInfo.InvariantCulture, $"{Update} AND quality = ${Schema.ValueCount + 4}::INT4");

    /// <summary>Deletes a record: source, sequence.</summary>
    public string Delete => $"DELETE FROM {_endpoint.Table} {Record}";

    private static string Record => "WHERE source = $1::INT4 AND sequence = $2::INT8";

    /// <summary>The FROM and WHERE clause that selects the rows of a batch.</summary>
    public string InBatch(RecordBatch batch) => string.Create(
        CultureInfo.InvariantCulture,
            $"FROM {_endpoint.Table} WHERE source = {batch.Source} AND sequence >= {batch.FirstSequence} AND sequence < "
            + $"{batch.FirstSequence + batch.Count}");

    /// <summary>Adds columns, unless the table has them.</summary>
    /// <param name="added">The values of the columns.</param>
    public string Add(IEnumerable<ValueColumn> added) =>
        $"ALTER TABLE {_endpoint.Table} " + string.Join(", ", added.Select(v => $"ADD COLUMN IF NOT EXISTS \"{v.Name}\" FLOAT8"));

    /// <summary>
    /// Statements that give each bucket or source a separate range, the first one too: since 23.1 a range may begin in a table
    /// before this one, and its bytes and replicas would not be found by the name of this table.
    /// </summary>
    public IEnumerable<string> Splits => Enumerable.Range(0, Math.Min(_endpoint.Buckets ?? _table.Sources, MaxSplits))
        .Select(first => string.Create(CultureInfo.InvariantCulture,
            $"ALTER TABLE {_endpoint.Table} SPLIT AT VALUES ({first})"));

    /// <summary>Drops the table of an earlier trial with its data, creates the table, and splits its ranges.</summary>
    /// <param name="connection">A session.</param>
    /// <param name="cancellation">Checked between two statements.</param>
    public void Create(PgConnection connection, CancellationToken cancellation)
    {
        connection.Query($"CREATE DATABASE IF NOT EXISTS {_endpoint.Database}");
        connection.Query(Drop);
        CreateOnceTheNameIsFree(connection, Head("CREATE TABLE"), cancellation);
        Replicate(connection);

        foreach (string split in Splits)
        {
            cancellation.ThrowIfCancellationRequested();
            connection.Query(split);
        }

        connection.Query($"ALTER TABLE {_endpoint.Table} SCATTER");
    }

    /// <summary>Creates the table if it is missing. The servers split its ranges as it grows.</summary>
    /// <param name="connection">A session.</param>
    public void CreateMissing(PgConnection connection)
    {
        connection.Query($"CREATE DATABASE IF NOT EXISTS {_endpoint.Database}");
        if (connection.Query(
            $"SELECT 1 FROM [SHOW TABLES FROM {_endpoint.Database}] WHERE table_name = '{_endpoint.TableName}'").Count == 0)
        {
            CreateTable(connection, Head("CREATE TABLE IF NOT EXISTS"));
            Replicate(connection);
        }
    }

    private string Head(string create) =>
        $"{create} {_endpoint.Table} (source INT4 NOT NULL, sequence INT8 NOT NULL, \"timestamp\" INT8 NOT NULL, quality INT4 NOT "
        + $"NULL, {string.Join(", ", Schema.Measured.Select(v => $"\"{v.Name}\" FLOAT8"))}"
        + (Schema.HasSeries ? $", {RecordSchema.SeriesName} INT4 NOT NULL, "
            + $"INDEX series_of_source (source, {RecordSchema.SeriesName}, \"timestamp\")" : string.Empty);

    private void Replicate(PgConnection connection)
    {
        if (_endpoint.Replicas is { } replicas)
        {
            connection.Query(
                string.Create(CultureInfo.InvariantCulture,
                $"ALTER TABLE {_endpoint.Table} CONFIGURE ZONE USING num_replicas = {replicas}"));
        }
    }

    /// <summary>
    /// Creates the table once its name is free. The server may still be finishing a drop whose session was abandoned. Until it
    /// has, the table is gone but its name is taken.
    /// </summary>
    private void CreateOnceTheNameIsFree(PgConnection connection, string head, CancellationToken cancellation)
    {
        long began = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                CreateTable(connection, head);
                return;
            }
            catch (PgServerException e) when (e.SqlState == NameTaken && Stopwatch.GetElapsedTime(began) < DropTimeout)
            {
                cancellation.WaitHandle.WaitOne(DropPause);
                cancellation.ThrowIfCancellationRequested();
                connection.Query(Drop);
            }
        }
    }

    private void CreateTable(PgConnection connection, string head)
    {
        if (_endpoint.Buckets is { } buckets)
        {
            CreateHashed(connection, head, buckets);
        }
        else
        {
            connection.Query($"{head}, PRIMARY KEY (source, sequence))");
        }
    }

    // Up to 21.2, a setting enables hash-sharded keys, and the syntax of the bucket count differs.
    private static void CreateHashed(PgConnection connection, string head, int buckets)
    {
        try
        {
            connection.Query("SET experimental_enable_hash_sharded_indexes = on");
            connection.Query(
                string.Create(CultureInfo.InvariantCulture,
                $"{head}, PRIMARY KEY (source, sequence) USING HASH WITH BUCKET_COUNT = {buckets})"));
        }
        catch (PgServerException e) when (e.SqlState is "42601" or "22023" or "42704")
        {
            connection.Query(
                string.Create(CultureInfo.InvariantCulture,
                $"{head}, PRIMARY KEY (source, sequence) USING HASH WITH (bucket_count = {buckets}))"));
        }
    }
}
