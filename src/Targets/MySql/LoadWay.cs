using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches by <c>LOAD DATA LOCAL INFILE</c>: one statement per batch, whose file is encoded from the batch's arrays
/// while it is sent, so that no file exists. <see cref="BatchWays"/> creates one per session for <c>way=load</c>, and
/// <see cref="MySqlSession"/> calls it on the timed path. The server stores the batch as one transaction. It alters or skips
/// rows that it cannot store and only warns, so any warning must fail the batch. In a service
/// (<see cref="MySqlTable.IsServed"/>) such a batch is left uncommitted, for the caller to drop with the session.
/// </summary>
internal sealed class LoadWay(MySqlConnection connection, MySqlTable table) : IBatchWay
{
    private readonly MySqlLoad _load = connection.Load(table.Load);
    private readonly RowText _encoder = RowText.OfFile(table.Schema.ValueCount);

    public string? Write(RecordBatch batch, bool isInTransaction = false)
    {
        bool isOwn = table.IsServed && !isInTransaction;
        if (isOwn)
        {
            connection.Execute("START TRANSACTION");
        }

        _load.Begin();
        _encoder.WriteTo(batch, 0, batch.Count, _load);
        var result = _load.Complete();
        if (result != new MySqlResult(batch.Count, 0))
        {
            return Finding(result, batch.Count);
        }

        if (isOwn)
        {
            connection.Execute("COMMIT");
        }

        return null;
    }

    private string Finding(MySqlResult result, int count)
    {
        var warnings = result.Warnings > 0 ? connection.Query("SHOW WARNINGS LIMIT 1") : [];
        return string.Create(CultureInfo.InvariantCulture,
            $"The server stored {result.Rows} rows of {count}, with {result.Warnings} warnings: "
            + $"{(warnings.Count > 0 ? warnings[0][2] : "it says no more")}.");
    }
}
