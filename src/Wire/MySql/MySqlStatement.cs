using System.Buffers;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A prepared statement (<c>COM_STMT_PREPARE</c>, <c>COM_STMT_EXECUTE</c>) with binary parameters and rows, for multi-row inserts
/// (<c>PreparedWay</c>), single-record operations (<c>MySqlKeyed</c>) and the audit (<c>MySqlAudit</c>). An execution allocates
/// only to grow its request. Only the session's thread uses the statement, and that thread must read an execution's rows to their
/// end before the next execution.
/// </summary>
public sealed class MySqlStatement
{
    private const byte PrepareCommand = 0x16;
    private const byte ExecuteCommand = 0x17;

    private readonly MySqlChannel _channel;
    private readonly MySqlRequest _request = new();
    private readonly uint _id;
    private readonly int _columns;
    private readonly IReadOnlyList<MySqlType> _types;
    private readonly int _nullBytes;

    // Whether the server knows the types from an execution that it accepted. It may have refused another before it read them.
    private bool _knowsTypes;
    private int _nulls;

    internal MySqlStatement(MySqlChannel channel, string sql, IReadOnlyList<MySqlType> types)
    {
        _channel = channel;
        _types = types;
        (_id, _columns, int parameters) = Prepare(channel, _request, sql);
        _nullBytes = (parameters + 7) / 8;
        if (parameters != types.Count)
        {
            throw channel.Broken($"The server counts {parameters} parameters in a statement that has {types.Count}.");
        }
    }

    /// <summary>
    /// Receives the parameters' values in order, 4 or 8 bytes each by their types. A NULL parameter has no value.
    /// </summary>
    public IBufferWriter<byte> Values => _request;

    /// <summary>The NULL bitmap of the parameters. The lowest bit of the first byte is the first parameter's.</summary>
    public Span<byte> Nulls => _request.Payload.Slice(_nulls, _nullBytes);

    /// <summary>Begins an execution and returns where to write its parameters.</summary>
    public MySqlRequest Begin()
    {
        // No cursor, one iteration.
        _request.Clear().Byte(ExecuteCommand).Int32((int)_id).Byte(0).Int32(1);
        _nulls = _request.Length;
        if (_types.Count > 0)
        {
            _request.Zeros(_nullBytes).Byte(_knowsTypes ? (byte)0 : (byte)1);
            if (!_knowsTypes)
            {
                foreach (var type in _types)
                {
                    _request.UInt16((int)type);
                }
            }
        }

        return _request;
    }

    /// <summary>Adds a double, or NULL for NaN.</summary>
    /// <param name="parameter">The parameter's position, from 0.</param>
    /// <param name="value">The value.</param>
    public void Double(int parameter, double value)
    {
        if (double.IsNaN(value))
        {
            Nulls[parameter >> 3] |= (byte)(1 << (parameter & 7));
        }
        else
        {
            _request.Double(value);
        }
    }

    /// <summary>Runs the current execution of a statement without rows.</summary>
    /// <exception cref="MySqlServerException">The server rejects it.</exception>
    public MySqlResult Execute()
    {
        _channel.Send(_request);
        var result = _channel.ReceiveOk("a statement without rows");
        _knowsTypes = true;
        return result;
    }

    /// <summary>Sends the current execution. The caller then reads its rows to their end with <see cref="TryRead"/>.</summary>
    /// <exception cref="MySqlServerException">The server rejects it.</exception>
    public void Send()
    {
        _channel.Send(_request);
        if (_channel.Receive()[0] is 0 or 251)
        {
            throw _channel.Broken("The server did not answer a query with rows.");
        }

        SkipDefinitions(_channel);
        _knowsTypes = true;
    }

    /// <summary>Reads the next row; false after the last.</summary>
    /// <param name="row">The row, valid until the next call.</param>
    /// <exception cref="MySqlServerException">The server failed while it sent the rows.</exception>
    public bool TryRead(out MySqlRow row)
    {
        _channel.BeginAnswer();
        var packet = _channel.Receive();
        if (MySqlReader.IsEnd(packet))
        {
            _channel.Answered();
            row = default;
            return false;
        }

        if (packet[0] != 0)
        {
            throw _channel.Broken("The server sent a packet that is not a row.");
        }

        row = new MySqlRow(packet, _columns);
        return true;
    }

    /// <summary>Prepares a statement and returns its id and counts.</summary>
    internal static (uint Id, int Columns, int Parameters) Prepare(MySqlChannel channel, MySqlRequest request, string sql)
    {
        channel.Send(request.Clear().Byte(PrepareCommand).Text(sql));
        var packet = channel.Receive();
        var reader = new WireReader(packet);
        if (reader.Byte() != 0)
        {
            throw channel.Broken("The server did not answer COM_STMT_PREPARE with OK.");
        }

        uint id = (uint)reader.Int32Little();
        int columns = reader.UInt16Little();
        int parameters = reader.UInt16Little();
        if (parameters > 0)
        {
            SkipDefinitions(channel);
        }

        if (columns > 0)
        {
            SkipDefinitions(channel);
        }

        channel.Answered();
        return (id, columns, parameters);
    }

    private static void SkipDefinitions(MySqlChannel channel)
    {
        while (!MySqlReader.IsEnd(channel.Receive()))
        {
            // The caller knows names and types.
        }
    }
}
