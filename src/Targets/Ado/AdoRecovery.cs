using System.Data;
using System.Data.Common;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Determines whether a batch is stored after a commit or a bulk copy of unknown outcome, by counting its rows.
/// <see cref="AdoWriter"/> calls it from <see cref="IBatchWriter.Recover"/>, on a new connection. It erases the batch's rows
/// unless each is stored exactly once, and nothing else. It cannot tell whether the lost session may still commit: only a
/// unique key keeps records from being stored twice then.
/// </summary>
internal static class AdoRecovery
{
    /// <summary>Counts the batch's rows, and erases them unless all are stored exactly once.</summary>
    /// <param name="sessions">Opens the connection.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="batch">The batch in doubt.</param>
    public static BatchFate Settle(AdoSessions sessions, AdoTable table, RecordBatch batch)
    {
        using var connection = sessions.Open();
        long rows = Count("SELECT COUNT(*) " + table.InRange);
        long distinct = Count(table.CountDistinct);
        if (rows == batch.Count && distinct == batch.Count)
        {
            return BatchFate.Stored;
        }

        if (rows > 0)
        {
            using var erase = InRange("DELETE " + table.InRange);
            erase.ExecuteNonQuery();
        }

        return BatchFate.Absent;

        long Count(string sql)
        {
            using var command = InRange(sql);
            return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture);
        }

        DbCommand InRange(string sql)
        {
            var command = sessions.Command(connection, sql);
            Add(command, 0, DbType.Int32, batch.Source);
            Add(command, 1, DbType.Int64, batch.FirstSequence);
            Add(command, 2, DbType.Int64, batch.FirstSequence + batch.Count);
            return command;
        }

        void Add(DbCommand command, int index, DbType type, object value)
        {
            var parameter = command.CreateParameter();
            parameter.ParameterName = sessions.Dialect.ParameterName(index);
            parameter.DbType = type;
            parameter.Value = value;
            command.Parameters.Add(parameter);
        }
    }
}
