using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Creates the write method (<see cref="IBatchWay"/>) that an endpoint asks for, and computes how many rows a statement can
/// hold. <see cref="MySqlSession"/> calls it whenever one is opened, outside the timed path. <c>DriverInserts</c> uses the
/// same limits. A statement must never exceed the server's packet.
/// </summary>
internal static class BatchWays
{
    /// <summary>Most parameters of a prepared statement, by the protocol.</summary>
    public const int MaxParameters = 65_535;

    /// <summary>The query for the largest packet that the server accepts, in bytes.</summary>
    public const string MaxPacket = "SELECT @@max_allowed_packet";

    /// <summary>Creates the write method that an endpoint asks for.</summary>
    /// <param name="connection">The session, used by nothing else.</param>
    /// <param name="table">The table and its statements.</param>
    /// <param name="endpoint">Names the method.</param>
    /// <exception cref="TargetException">The server does not support the method.</exception>
    public static IBatchWay Open(MySqlConnection connection, MySqlTable table, MySqlEndpoint endpoint)
    {
        int columns = table.Types.Count;
        int values = table.Schema.ValueCount;
        return endpoint.Way switch
        {
            "load" => new LoadWay(connection, table),
            "insert" => new InsertWay(connection, table, Rows(RowText.MaxRowBytes(values), int.MaxValue)),
            "prepared" => new PreparedWay(connection, table, Rows(PreparedWay.MaxRowBytes(values), MaxParameters / columns)),
            _ when !connection.TakesBulk => throw new TargetException(
                "way=bulk is MariaDB's: this server does not have COM_STMT_BULK_EXECUTE. Take way=prepared."),
            _ => new BulkWay(connection, table, Rows(BulkWay.MaxRowBytes(values), int.MaxValue)),
        };

        int Rows(int maxRowBytes, int most) =>
            Fitting(long.Parse(connection.Query(MaxPacket)[0][0]!, CultureInfo.InvariantCulture), columns, maxRowBytes,
                Math.Min(most, endpoint.Rows ?? int.MaxValue));
    }

    /// <summary>
    /// Computes the rows per statement so that it fits into one packet. 1 KiB and 4 bytes per column are kept for the rest of the
    /// statement.
    /// </summary>
    /// <param name="packet">Result of <see cref="MaxPacket"/> in bytes.</param>
    /// <param name="columns">Columns of a row.</param>
    /// <param name="maxRowBytes">Upper bound of a row in bytes.</param>
    /// <param name="most">Most rows, even if more fit.</param>
    /// <exception cref="TargetException">Not even one row fits.</exception>
    public static int Fitting(long packet, int columns, int maxRowBytes, int most)
    {
        long fitting = (Math.Min(packet, MySqlRequest.MaxPayloadBytes) - 1024 - (4 * columns)) / maxRowBytes;
        return fitting < 1 ? throw new TargetException($"The server's max_allowed_packet = {packet} is too small for one record.")
            : (int)Math.Min(fitting, most);
    }
}
