using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Wire.MySql;
using MySqlConnector;
using MySqlConnection = MySqlConnector.MySqlConnection;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Writes batches through the driver by prepared <c>INSERT</c>s of many rows with a parameter per value: one statement per
/// batch, or several in a transaction. <see cref="MySqlDriverSession"/> creates one for <c>way=prepared</c> and calls it on the
/// timed path. The driver boxes each parameter. A statement must not exceed the server's packet. The transaction is committed
/// only if the server stored every row, else it is left open for the caller to drop with the session.
/// </summary>
internal sealed class DriverInserts : IDriverWay
{
    private const int FixedColumns = 4;

    private readonly MySqlConnection _connection;
    private readonly MySqlTable _table;
    private readonly int _maxRows;
    private readonly MySqlCommand _begin;
    private readonly MySqlCommand _commit;
    private readonly Dictionary<int, MySqlCommand> _commands = [];

    /// <summary>Asks the server how many rows a statement may have.</summary>
    /// <param name="connection">The open connection.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="rows">Most records per statement, reduced to what the server accepts.</param>
    public DriverInserts(MySqlConnection connection, MySqlTable table, int rows)
    {
        using var ask = new MySqlCommand(BatchWays.MaxPacket, connection);
        long packet = Convert.ToInt64(ask.ExecuteScalar(), CultureInfo.InvariantCulture);
        int columns = table.Types.Count;

        // The driver sends the type of each parameter, two bytes, with each execution.
        int maxRowBytes = PreparedWay.MaxRowBytes(table.Schema.ValueCount) + (2 * columns);
        (_connection, _table) = (connection, table);
        (_begin, _commit) = (new("START TRANSACTION", connection), new("COMMIT", connection));
        _maxRows = BatchWays.Fitting(packet, columns, maxRowBytes, Math.Min(BatchWays.MaxParameters / columns, rows));
    }

    public string? Write(RecordBatch batch, bool isInTransaction = false)
    {
        bool isSplit = NextRows(batch, 0) < batch.Count && !isInTransaction;
        long stored = 0;
        if (isSplit)
        {
            _begin.ExecuteNonQuery();
        }

        for (int first = 0, rows; first < batch.Count; first += rows)
        {
            rows = NextRows(batch, first);
            stored += Command(batch, first, rows).ExecuteNonQuery();
        }

        if (isSplit && stored == batch.Count)
        {
            _commit.ExecuteNonQuery();
        }

        return Finding(stored, batch.Count);
    }

    public async Task<string?> WriteAsync(RecordBatch batch)
    {
        bool isSplit = NextRows(batch, 0) < batch.Count;
        long stored = 0;
        if (isSplit)
        {
            await _begin.ExecuteNonQueryAsync().ConfigureAwait(false);
        }

        for (int first = 0, rows; first < batch.Count; first += rows)
        {
            rows = NextRows(batch, first);
            stored += await Command(batch, first, rows).ExecuteNonQueryAsync().ConfigureAwait(false);
        }

        if (isSplit && stored == batch.Count)
        {
            await _commit.ExecuteNonQueryAsync().ConfigureAwait(false);
        }

        return Finding(stored, batch.Count);
    }

    public void Dispose()
    {
        _begin.Dispose();
        _commit.Dispose();
        foreach (var command in _commands.Values)
        {
            command.Dispose();
        }
    }

    private static string? Finding(long stored, int count) =>
        stored == count ? null : string.Create(CultureInfo.InvariantCulture, $"The server stored {stored} rows of {count}.");

    private static void Bind(MySqlCommand command, RecordBatch batch, int first)
    {
        var parameters = command.Parameters;
        int at = 0;
        for (int row = first; at < parameters.Count; row++)
        {
            parameters[at].Value = batch.Source;
            parameters[at + 1].Value = batch.FirstSequence + row;
            parameters[at + 2].Value = batch.Timestamps[row];
            parameters[at + 3].Value = batch.Qualities[row];
            at += FixedColumns;
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                double value = batch.Values[(column * batch.Capacity) + row];
                parameters[at++].Value = double.IsNaN(value) ? DBNull.Value : value;
            }
        }
    }

    private int NextRows(RecordBatch batch, int first) =>
        PreparedSizes.NextRows(_commands, Math.Min(_maxRows, batch.Count - first));

    /// <summary>
    /// The command for the next rows of a batch with their values bound. A trial's first batch prepares it, since all batches but
    /// the last have the same size.
    /// </summary>
    private MySqlCommand Command(RecordBatch batch, int first, int rows)
    {
        if (!_commands.TryGetValue(rows, out var command))
        {
            command = new MySqlCommand(_table.Insert + string.Join(',', Enumerable.Repeat(_table.Parameters, rows)), _connection);
            foreach (var type in Enumerable.Repeat(_table.Types, rows).SelectMany(types => types))
            {
                command.Parameters.Add(new MySqlParameter
                {
                    MySqlDbType = type switch
                    {
                        MySqlType.Int32 => MySqlDbType.Int32,
                        MySqlType.UInt32 => MySqlDbType.UInt32,
                        MySqlType.Int64 => MySqlDbType.Int64,
                        _ => MySqlDbType.Double,
                    },
                });
            }

            command.Prepare();
            _commands.Add(rows, command);
        }

        Bind(command, batch, first);
        return command;
    }
}
