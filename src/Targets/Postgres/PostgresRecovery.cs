using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres;

/// <summary>Finds out what became of a batch once nobody can be writing it any more.</summary>
internal static class PostgresRecovery
{
    private const string InBatch = $"FROM {PostgresTable.Name} WHERE source = $1 AND sequence >= $2 AND sequence < $3";

    /// <summary>Counts the batch's rows, and erases them when they are not exactly all of it.</summary>
    /// <remarks>
    /// Reads the whole table, which has no index: the rows of a batch can lie on any page that had room, so no range of pages is
    /// safe to leave out. A batch that went in by one COPY is there whole or not at all; erasing guards against what is not
    /// foreseen.
    /// </remarks>
    /// <param name="connection">A connection on which nothing else runs.</param>
    /// <param name="batch">The batch.</param>
    /// <returns>Whether all of it is stored, or nothing.</returns>
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
