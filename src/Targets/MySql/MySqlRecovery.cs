using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>Finds out what became of a batch once nobody can be writing it any more.</summary>
internal static class MySqlRecovery
{
    /// <summary>Makes sure that a writer's lost session has left the server, and then says what became of its batch.</summary>
    /// <param name="server">The server.</param>
    /// <param name="table">The table.</param>
    /// <param name="session">The name of the session's lock; null where none was lost.</param>
    /// <param name="batch">The batch.</param>
    /// <returns>Whether all of it is stored, or nothing.</returns>
    public static BatchFate Find(MySqlServer server, MySqlTable table, string? session, RecordBatch batch)
    {
        using var connection = server.Open();
        if (session is not null)
        {
            MySqlSession.EnsureGone(connection, session, server.Timeout);
        }

        var fate = Settle(connection, table, batch);
        connection.Close();
        return fate;
    }

    /// <summary>
    /// Counts the batch's rows, and erases them when they are not exactly all of it. Without a key that reads the whole table.
    /// </summary>
    /// <param name="connection">A session on which nothing else runs.</param>
    /// <param name="table">The table.</param>
    /// <param name="batch">The batch.</param>
    /// <returns>Whether all of it is stored, or nothing.</returns>
    private static BatchFate Settle(MySqlConnection connection, MySqlTable table, RecordBatch batch)
    {
        string inBatch = string.Create(
            CultureInfo.InvariantCulture,
            $"FROM {table.Name} WHERE source = {batch.Source} AND sequence >= {batch.FirstSequence} AND sequence < "
            + $"{batch.FirstSequence + batch.Count}");
        string?[] counts = connection.Query($"SELECT COUNT(*), COUNT(DISTINCT sequence) {inBatch}")[0];
        string all = batch.Count.ToString(CultureInfo.InvariantCulture);
        if (counts[0] == all && counts[1] == all)
        {
            return BatchFate.Stored;
        }

        if (counts[0] != "0")
        {
            connection.Execute($"DELETE {inBatch}");
        }

        return BatchFate.Absent;
    }
}
