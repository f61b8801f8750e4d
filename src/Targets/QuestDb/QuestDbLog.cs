using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// The write-ahead log of the table: a query sees only what the server has applied of it, in the background, to the table.
/// </summary>
/// <param name="table">The table.</param>
internal sealed class QuestDbLog(QuestDbTable table)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(30);

    /// <summary>Waits until all that is committed is applied.</summary>
    /// <param name="session">By which the server is asked.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <exception cref="TargetException">The server has given up, for want of disk space for instance.</exception>
    public void AwaitApplied(HttpSession session, CancellationToken cancellation) => Waiting.Until(
        () =>
        {
            var rows = QuestDbServer.Query(session, table.Progress, cancellation);
            if (rows.Count == 0)
            {
                throw new TargetException($"The table {table.Name} is not there.");
            }

            var row = rows[0];
            return row[0].GetBoolean()
                ? throw new TargetException(
                    $"The server applies the log of {table.Name} no more, after {row[1]} of {row[2]} transactions: {row[3]} "
                    + $"(ALTER TABLE {table.Name} RESUME WAL lets it go on once the cause is gone)")
                : row[1].GetInt64() == row[2].GetInt64();
        },
        Interval,
        Patience,
        () => new TargetException($"The log of {table.Name} is not applied after {Patience.TotalMinutes:0} minutes."),
        cancellation);
}
