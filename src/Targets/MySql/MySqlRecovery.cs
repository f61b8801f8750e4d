using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Finds out whether a batch is stored after its acknowledgement was lost. <see cref="MySqlLaneWriter{TSession, TKeyed}"/> calls
/// it from <see cref="IBatchWriter.Recover"/>. It kills the lost session and must not look before the session has ended, since
/// the session could still commit. It erases the batch's rows unless each record is stored exactly once, and nothing else.
/// </summary>
internal static class MySqlRecovery
{
    /// <summary>Kills a writer's lost session, waits until it is gone, then determines the fate of its batch.</summary>
    /// <param name="server">Opens a session for the search.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="session">Name of the lost session's lock. Null if none was lost.</param>
    /// <param name="batch">The batch in doubt.</param>
    /// <returns><c>BatchFate.Absent</c> also if rows had to be erased.</returns>
    /// <exception cref="BatchWriteException">The lost session is still there, so the fate of the batch is unknown.</exception>
    public static BatchFate Find(MySqlSessions server, MySqlTable table, string? session, RecordBatch batch)
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
    /// Counts the batch's rows, and erases them unless all are stored exactly once. Without a key this reads the whole table.
    /// </summary>
    /// <param name="connection">A session that is otherwise idle.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="batch">The batch in doubt.</param>
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
