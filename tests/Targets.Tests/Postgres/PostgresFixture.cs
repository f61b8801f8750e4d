using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Tests.Postgres;

/// <summary>One private server for all tests of the collection, which therefore run one after another.</summary>
public sealed class PostgresFixture : IDisposable
{
    private readonly DirectoryInfo _work = Directory.CreateTempSubdirectory("dbingest-test-");
    private ITarget? _keeper;

    public string WorkFolder => _work.FullName;

    public ITarget Open(string? endpoint = null, string? durability = null, string? password = null, TimeSpan? timeout = null,
        string? client = null)
    {
        _keeper ??= new PostgresDefinition().Open(Options(null, null, null, null));
        return new PostgresDefinition().Open(Options(endpoint, durability, password, timeout) with { Client = client });
    }

    /// <summary>A plain connection to the server, as its superuser.</summary>
    public NpgsqlConnection Connect()
    {
        using (Open())
        {
            var connection = new NpgsqlConnection(_keeper!.AttachEndpoint + ";Pooling=false");
            connection.Open();
            return connection;
        }
    }

    /// <summary>Where the shared server is.</summary>
    public string Endpoint
    {
        get
        {
            _keeper ??= new PostgresDefinition().Open(Options(null, null, null, null));
            return _keeper.AttachEndpoint;
        }
    }

    public string SocketFolder => new NpgsqlConnectionStringBuilder(_keeper!.AttachEndpoint).Host!;

    public string DataFolder => Path.Combine(Path.GetDirectoryName(SocketFolder)!, "data");

    public void Execute(string sql)
    {
        using var connection = Connect();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }

    public long Count(string where = "true")
    {
        using var connection = Connect();
        using var command = new NpgsqlCommand($"SELECT count(*) FROM {PostgresTable.Name} WHERE {where}", connection);
        return (long)command.ExecuteScalar()!;
    }

    public void Dispose()
    {
        _keeper?.Dispose();
        _work.Delete(recursive: true);
    }

    private TargetOptions Options(string? endpoint, string? durability, string? password, TimeSpan? timeout) => new()
    {
        WorkFolder = WorkFolder,
        Endpoint = endpoint,
        Durability = durability,
        Password = password is null ? null : new(password),
        RequestTimeout = timeout ?? TimeSpan.FromSeconds(30),
    };
}

[CollectionDefinition("postgres")]
public sealed class PostgresCollection : ICollectionFixture<PostgresFixture>;

internal static class Samples
{
    public static readonly TrialTable Table = new(RecordSchema.ThreePhaseMeter, Sources: 2, RecordsPerSource: 100_000);

    public static RecordBatch Batch(int source, long first, int count, RecordSchema? schema = null)
    {
        var batch = new RecordBatch(schema ?? RecordSchema.ThreePhaseMeter, count);
        batch.Reset(source, first, count);
        for (int row = 0; row < count; row++)
        {
            var random = new SplitMix64((ulong)((source * 1_000_003L) + first + row));
            batch.Timestamps[row] = 1_700_000_000_000_000 + ((first + row) * 20_000) + random.NextBelow(1000);
            batch.Qualities[row] = (uint)random.Next();
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                batch.Column(column)[row] = random.NextBelow(20) == 0 ? double.NaN : (random.NextDouble() - 0.5) * 1000;
            }
        }

        return batch;
    }
}
