using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// <c>LOAD DATA LOCAL INFILE</c>: one statement a batch, whose file is encoded from the batch's arrays while it is sent. The
/// server stores it as one transaction; what it cannot store as it is, it stores otherwise or leaves out, and counts as a
/// warning: that is a finding.
/// </summary>
internal sealed class LoadWay(MySqlConnection connection, MySqlTable table) : IBatchWay
{
    private readonly MySqlLoad _load = connection.Load(table.Load);
    private readonly RowText _encoder = RowText.OfFile(table.Schema.ValueCount);

    public string? Write(RecordBatch batch)
    {
        _load.Begin();
        _encoder.WriteTo(batch, 0, batch.Count, _load);
        var result = _load.Complete();
        return result == new MySqlResult(batch.Count, 0) ? null : Finding(result, batch.Count);
    }

    private string Finding(MySqlResult result, int count)
    {
        var warnings = result.Warnings > 0 ? connection.Query("SHOW WARNINGS LIMIT 1") : [];
        return string.Create(CultureInfo.InvariantCulture,
            $"The server stored {result.Rows} rows of {count}, with {result.Warnings} warnings: "
            + $"{(warnings.Count > 0 ? warnings[0][2] : "it says no more")}.");
    }
}
