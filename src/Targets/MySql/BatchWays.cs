using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>The ways that there are.</summary>
internal static class BatchWays
{
    /// <summary>The most parameters of a statement.</summary>
    public const int MaxParameters = 65_535;

    /// <summary>Asks for the largest packet that the server takes, in bytes.</summary>
    public const string MaxPacket = "SELECT @@max_allowed_packet";

    /// <summary>Opens the way that an endpoint asks for.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="table">The table.</param>
    /// <param name="endpoint">The endpoint.</param>
    /// <exception cref="TargetException">The server does not have it.</exception>
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

    /// <summary>Rows of a statement that the server takes: within one packet, and 1 KiB of it for all that is not rows.</summary>
    /// <param name="packet">What <see cref="MaxPacket"/> says, in bytes.</param>
    /// <param name="columns">Columns of a row.</param>
    /// <param name="maxRowBytes">What a row takes at most.</param>
    /// <param name="most">The most rows, whatever fits.</param>
    /// <exception cref="TargetException">Not one fits.</exception>
    public static int Fitting(long packet, int columns, int maxRowBytes, int most)
    {
        long fitting = (Math.Min(packet, MySqlRequest.MaxPayloadBytes) - 1024 - (4 * columns)) / maxRowBytes;
        return fitting < 1 ? throw new TargetException($"The server's max_allowed_packet = {packet} is too small for one record.")
            : (int)Math.Min(fitting, most);
    }
}
