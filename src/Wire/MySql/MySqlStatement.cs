using System.Buffers;

namespace DbIngest.Wire.MySql;

/// <summary>
/// A prepared statement (<c>COM_STMT_PREPARE</c>, <c>COM_STMT_EXECUTE</c>), parameters and rows in binary. Nothing is allocated for an execution. Used by its
/// session's thread; an execution is to be read to its end before the next one.
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
            throw channel.Broken($"The server sees {parameters} parameters in a statement of {types.Count}.");
        }
    }

    /// <summary>Takes the values of the parameters, in their order, 4 or 8 bytes each as their types are; one that is NULL takes none.</summary>
    public IBufferWriter<byte> Values => _request;

    /// <summary>The bits of the parameters that are NULL, the lowest of the first byte for the first.</summary>
    public Span<byte> Nulls => _request.Payload.Slice(_nulls, _nullBytes);

    /// <summary>Begins an execution; its parameters follow in their order.</summary>
    /// <returns>Takes them.</returns>
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

                _knowsTypes = true;
            }
        }

        return _request;
    }

    /// <summary>Adds a number; NaN goes as NULL.</summary>
    /// <param name="parameter">Which parameter, from 0.</param>
    /// <param name="value">The number.</param>
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

    /// <summary>Carries out the execution that was begun, of a statement without rows.</summary>
    /// <returns>What it did.</returns>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public MySqlResult Execute()
    {
        _channel.Send(_request);
        var packet = _channel.Receive();
        if (packet[0] != 0)
        {
            throw _channel.Broken("The server does not answer a statement without rows by OK.");
        }

        var result = MySqlReader.Ok(packet);
        _channel.Answered();
        return result;
    }

    /// <summary>Sends the execution that was begun. Its rows are to be read next, to their end.</summary>
    /// <exception cref="MySqlServerException">The server refuses it.</exception>
    public void Send()
    {
        _channel.Send(_request);
        if (_channel.Receive()[0] is 0 or 251)
        {
            throw _channel.Broken("The server does not answer a statement with rows by rows.");
        }

        SkipDefinitions(_channel);
    }

    /// <summary>Reads the next row.</summary>
    /// <param name="row">The row, valid until the next call.</param>
    /// <returns>False when there is none: the execution is then complete.</returns>
    /// <exception cref="MySqlServerException">The server could not go on.</exception>
    public bool TryRead(out MySqlRow row)
    {
        var packet = _channel.Receive();
        if (MySqlReader.IsEnd(packet))
        {
            _channel.Answered();
            row = default;
            return false;
        }

        if (packet[0] != 0)
        {
            throw _channel.Broken("The server sends something else than a row.");
        }

        row = new MySqlRow(packet, _columns);
        return true;
    }

    /// <summary>Has a statement prepared.</summary>
    internal static (uint Id, int Columns, int Parameters) Prepare(MySqlChannel channel, MySqlRequest request, string sql)
    {
        channel.Send(request.Clear().Byte(PrepareCommand).Text(sql));
        var packet = channel.Receive();
        var reader = new WireReader(packet);
        if (reader.Byte() != 0)
        {
            throw channel.Broken("The server does not answer the preparation of a statement as it should.");
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
            // Names and types, which are known here.
        }
    }
}
