using System.Buffers;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A prepared statement that takes many rows of parameters in one packet (<c>COM_STMT_BULK_EXECUTE</c>: MariaDB knowledge base, same title; MariaDB 10.2 and newer).
/// Every value follows an indicator: 0, or 1 for NULL without a value.
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
            throw channel.Broken($"The server sees {parameters} parameters in a statement of {types.Count}.");
        }
    }

    /// <summary>Begins an execution; its rows follow.</summary>
    /// <returns>Takes them.</returns>
    public IBufferWriter<byte> Begin()
    {
        _request.Clear().Byte(BulkCommand).Int32((int)_id).UInt16(SendsTypes);
        foreach (var type in _types)
        {
            _request.UInt16((int)type);
        }

        return _request;
    }

    /// <summary>Carries out the execution that was begun.</summary>
    /// <returns>What it did.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlResult Execute()
    {
        _channel.Send(_request);
        var packet = _channel.Receive();
        if (packet[0] != 0)
        {
            throw _channel.Broken("The server does not answer many rows of parameters by OK.");
        }

        var result = MySqlReader.Ok(packet);
        _channel.Answered();
        return result;
    }
}
