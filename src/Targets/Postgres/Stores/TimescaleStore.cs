using System.Globalization;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres.Stores;

/// <summary>
/// Stores the records of a trial in a hypertable of TimescaleDB, which has one table (chunk) per period of time.
/// <see cref="PostgresStore.Of"/> creates it for <c>store=timescale</c>. Chunks are compressed only when a trial settles, never
/// while it is measured.
/// </summary>
/// <param name="chunk">Period of a chunk: a number and <c>h</c> or <c>d</c>.</param>
/// <param name="isCompressed">True if settling compresses the chunks.</param>
internal sealed class TimescaleStore(string chunk, bool isCompressed) : PostgresStore
{
    private const string Name = "timescaledb";
    private const string Table = PostgresTable.Name;
    private const string License = "timescaledb.license";
    private const string ChunkCount = "timescaledb.chunks";

    private string Interval => $"{chunk[..^1]} {(chunk[^1] == 'h' ? "hours" : "days")}";

    /// <inheritdoc/>
    public override string Extension => Name;

    /// <inheritdoc/>
    public override EndpointLimit Limit =>
        new("store=timescale", "makes a hypertable, which has no unique key on source and sequence", RecordOperations.None);

    /// <summary>The index is not unique, because a unique one would have to include the time.</summary>
    public override string CreateKey => $"CREATE INDEX {Table}_key ON {Table} (source, sequence)";

    /// <inheritdoc/>
    public override string NoKeyReason =>
        "the index on source and sequence is not unique, since a unique one of a hypertable includes the time";

    /// <inheritdoc/>
    public override string SpaceColumns =>
        $"(SELECT sum(table_bytes + coalesce(toast_bytes, 0))::int8 FROM hypertable_detailed_size('{Table}')), (SELECT "
        + $"sum(index_bytes)::int8 FROM hypertable_detailed_size('{Table}'))";

    /// <summary>
    /// The licence is unknown until the first trial has created the extension, and a killed run leaves its chunks behind.
    /// </summary>
    public override IReadOnlyList<string> ChangingSettings { get; } = [License, ChunkCount];

    /// <summary>Settings with which a private server must start.</summary>
    public static IReadOnlyList<(string Name, string Value)> Settings =>
        [("shared_preload_libraries", Name), ("timescaledb.telemetry_level", "off")];

    /// <inheritdoc/>
    public override void Make(NpgsqlConnection connection, RecordSchema schema)
    {
        connection.Execute(
            $"SELECT create_hypertable('{Table}', 'timestamp', chunk_time_interval => INTERVAL '{Interval}', "
            + $"create_default_indexes => false)");
        if (isCompressed)
        {
            connection.Execute(
                $"ALTER TABLE {Table} SET (timescaledb.compress, timescaledb.compress_segmentby = "
                + $"'source{(schema.HasSeries ? $", {RecordSchema.SeriesName}" : string.Empty)}', "
                + $"timescaledb.compress_orderby = '\"timestamp\"')");
        }
    }

    /// <inheritdoc/>
    public override void Finish(NpgsqlConnection connection, CancellationToken cancellation)
    {
        if (!isCompressed)
        {
            return;
        }

        foreach (string name in Chunks(connection))
        {
            cancellation.ThrowIfCancellationRequested();

            // No timeout: compresses chunk by chunk.
            using var command = new NpgsqlCommand("SELECT compress_chunk($1::regclass, if_not_compressed => true)",
                connection)
            { CommandTimeout = 0 };
            command.Parameters.Add(new() { Value = name });
            command.ExecuteNonQuery();

            // Rows that were written to a compressed chunk leave free room behind.
            using var vacuum = new NpgsqlCommand($"VACUUM {name}", connection) { CommandTimeout = 0 };
            vacuum.ExecuteNonQuery();
        }
    }

    /// <inheritdoc/>
    public override IEnumerable<(string Name, string Value)> Describe(NpgsqlConnection connection) =>
    [
        ("store", "hypertable of TimescaleDB"),
        ("store.chunk", Interval),
        ("store.compression", isCompressed ? "when settling: every chunk, segments by source, ordered by time" : "none"),
        ("table.indexes", "none; with a mix of operations one, not unique, on (source, sequence)"),
        (License, connection.Scalar($"SELECT current_setting('{License}', true)") as string
            ?? "not known"),
        (ChunkCount,
            Convert.ToString(
            connection.Scalar("SELECT count(*) FROM pg_inherits WHERE inhparent = to_regclass('" + Table + "')"),
            CultureInfo.InvariantCulture)!),
    ];

    private static List<string> Chunks(NpgsqlConnection connection)
    {
        using var command = new NpgsqlCommand($"SELECT show_chunks::text FROM show_chunks('{Table}')", connection);
        using var reader = command.ExecuteReader();
        var names = new List<string>();
        while (reader.Read())
        {
            names.Add(reader.GetString(0));
        }

        return names;
    }
}
