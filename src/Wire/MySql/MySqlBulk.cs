using System.Buffers;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A prepared statement that takes many rows of parameters in one packet (<c>COM_STMT_BULK_EXECUTE</c>, MariaDB knowledge base;
/// MariaDB 10.2 and later). <see cref="MySqlConnection.PrepareBulk"/> creates it, and <c>BulkWay</c> of the MariaDB writer
/// executes it once or more per batch. Allocates only to grow. Each value follows an indicator: 0, or 1 for NULL, which has no
/// value. Not thread-safe.
/// </summary>
public sealed class MySqlBulk
{
    private const byte BulkCommand = 0xfa;
    private const int SendsTypes = 128;

    private readonly MySqlChannel _channel;
    private readonly MySqlRequest _request = new(64 * 1024);
    private readonly uint _id;
    private readonly IReadOnlyList<MySqlType> _types;

    internal MySqlBulk(MySqlChannel channel, string sql, IReadOnlyList<MySqlType> types)
    {
        _channel = channel;
        _types = types;
        (_id, _, int parameters) = MySqlStatement.Prepare(channel, _request, sql);
        if (parameters != types.Count)
        {
            throw channel.Broken($"The server counts {parameters} parameters in a statement that has {types.Count}.");
        }
    }

    /// <summary>Begins an execution and returns where to write its rows.</summary>
    public IBufferWriter<byte> Begin()
    {
        _request.Clear().Byte(BulkCommand).Int32((int)_id).UInt16(SendsTypes);
        foreach (var type in _types)
        {
            _request.UInt16((int)type);
        }

        return _request;
    }

    /// <summary>Runs the current execution and waits for its result.</summary>
    /// <exception cref="MySqlServerException">The server rejects it.</exception>
    public MySqlResult Execute()
    {
        _channel.Send(_request);
        return _channel.ReceiveOk("many rows of parameters");
    }
}
