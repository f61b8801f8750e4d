using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>
/// Determines the fate of a batch in doubt. <see cref="PostgresWriter"/> calls it, and must first make sure that no session can
/// still commit the batch. It deletes rows of that batch only.
/// </summary>
internal static class PostgresRecovery
{
    private const string InBatch = $"FROM {PostgresTable.Name} WHERE source = $1 AND sequence >= $2 AND sequence < $3";

    /// <summary>Counts the batch's rows, and deletes them if they are not the whole batch.</summary>
    /// <remarks>
    /// Without a key this reads the whole table: a row may lie on any page with free room, so no range of pages can be left out.
    /// A batch written by one COPY is stored whole or not at all. Deleting guards against the unforeseen.
    /// </remarks>
    /// <param name="connection">A connection on which nothing else runs.</param>
    /// <param name="batch">The batch in doubt.</param>
    /// <returns>Stored or absent.</returns>
    public static BatchFate Settle(NpgsqlConnection connection, RecordBatch batch)
    {
        long rows;
        long distinct;
        using (var count = Command($"SELECT count(*), count(DISTINCT sequence) {InBatch}", connection, batch))
        using (var reader = count.ExecuteReader())
        {
            reader.Read();
            rows = reader.GetInt64(0);
            distinct = reader.GetInt64(1);
        }

        if (rows == batch.Count && distinct == batch.Count)
        {
            return BatchFate.Stored;
        }

        if (rows > 0)
        {
            using var erase = Command($"DELETE {InBatch}", connection, batch);
            erase.ExecuteNonQuery();
        }

        return BatchFate.Absent;
    }

    private static NpgsqlCommand Command(string sql, NpgsqlConnection connection, RecordBatch batch) => new(sql, connection)
    {
        Parameters =
        {
            new() { Value = batch.Source },
            new() { Value = batch.FirstSequence },
            new() { Value = batch.FirstSequence + batch.Count },
        },
    };
}
