using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Waits for the write-ahead log of the table. Queries see only the part of the log that the server has applied to the table in
/// the background. <see cref="QuestDbTarget"/> waits before it measures and audits, and <see cref="QuestDbWriter"/> before it
/// looks for a batch in doubt. It is never called for an acknowledged write.
/// </summary>
/// <param name="table">The table and its statements.</param>
internal sealed class QuestDbLog(QuestDbTable table)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    /// <summary>Waits until all committed transactions are applied.</summary>
    /// <param name="session">A connection to the server.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">
    /// The server stopped applying the log, for example on a full disk, or takes longer than 30 minutes.
    /// </exception>
    public void AwaitApplied(HttpSession session, CancellationToken cancellation) => Waiting.Until(
        () =>
        {
            var rows = QuestDbServer.Query(session, table.Progress, cancellation);
            if (rows.Count == 0)
            {
                throw new TargetException($"The table {table.Name} does not exist.");
            }

            var row = rows[0];
            return row[0].GetBoolean()
                ? throw new TargetException(
                    $"The server applies the log of {table.Name} no more, after {row[1]} of {row[2]} transactions: {row[3]} "
                    + $"(ALTER TABLE {table.Name} RESUME WAL lets it go on once the cause is gone)")
                : row[1].GetInt64() == row[2].GetInt64();
        },
        Interval,
        ServerTimeouts.Quiet,
        () => new TargetException($"The log of {table.Name} is not applied after {ServerTimeouts.Quiet.TotalMinutes:0} minutes."),
        cancellation);
}
