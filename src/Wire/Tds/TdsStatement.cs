using System.Globalization;

namespace DbIngest.Wire.Tds;

/// <summary>
/// A statement with parameters, called by sp_executesql (MS-TDS 2.2.6.6): its text and declarations are encoded once, the values
/// for each execution. The server finds the plan by the text. <c>SqlServerWireKeyed</c> reads and changes single records by it.
/// An execution allocates only to grow its message. Only the session's thread uses the statement, and that thread must read an
/// execution's rows to their end before the next request.
/// </summary>
public sealed class TdsStatement
{
    private readonly TdsChannel _channel;
    private readonly TdsAnswer _answer;
    private readonly TdsRows _rows;
    private readonly TdsMessage _message = new();
    private readonly byte[] _call;
    private readonly byte[][] _heads;
    private int _parameter;

    internal TdsStatement(TdsChannel channel, TdsAnswer answer, string sql, IReadOnlyList<TdsValueType> types)
    {
        (_channel, _answer, _rows) = (channel, answer, new TdsRows(channel, answer));
        string[] names = [.. types.Select((_, i) => string.Create(CultureInfo.InvariantCulture, $"@p{i + 1}"))];
        TdsCall.Begin(_message, sql, string.Join(", ", names.Zip(types, (name, type) => $"{name} {Sql(type)}")));
        _call = _message.Payload.ToArray();
        _heads = [.. names.Zip(types, (name, type) => TdsCall.Head(_message.Clear(), name, type).Payload.ToArray())];
    }

    /// <summary>Begins an execution. Its parameters follow in order.</summary>
    /// <exception cref="InvalidOperationException">The rows of the previous request were not read to their end.</exception>
    public TdsStatement Begin()
    {
        if (_answer.IsOpen)
        {
            throw new InvalidOperationException("The rows of the previous request were not read to their end.");
        }

        _parameter = 0;
        _message.Clear().Headers(_answer.Transaction).Bytes(_call);
        return this;
    }

    /// <summary>Adds an <c>int</c>.</summary>
    public TdsStatement Int32(int value)
    {
        _message.Bytes(_heads[_parameter++]).Byte(sizeof(int)).Int32(value);
        return this;
    }

    /// <summary>Adds a <c>bigint</c>.</summary>
    public TdsStatement Int64(long value)
    {
        _message.Bytes(_heads[_parameter++]).Byte(sizeof(long)).Int64(value);
        return this;
    }

    /// <summary>Adds a <c>float</c>, or NULL for NaN.</summary>
    public TdsStatement Double(double value)
    {
        _message.Bytes(_heads[_parameter++]);
        _ = double.IsNaN(value) ? _message.Byte(0) : _message.Byte(sizeof(double)).Double(value);
        return this;
    }

    /// <summary>Sends the execution of a statement without rows and waits for its answer.</summary>
    /// <returns>Number of rows that it changed.</returns>
    /// <exception cref="TdsServerException">The server reported an error.</exception>
    public long Execute()
    {
        Send();
        return _answer.Finish();
    }

    /// <summary>Sends the execution.</summary>
    /// <returns>Its rows: the same object every time.</returns>
    public TdsRows Query()
    {
        Send();
        _rows.Reset();
        return _rows;
    }

    private void Send()
    {
        _channel.Send(TdsPacketKind.Rpc, _message.Payload);
        _answer.Begin();
    }

    private static string Sql(TdsValueType type) => type switch
    {
        TdsValueType.Int => "int",
        TdsValueType.BigInt => "bigint",
        _ => "float",
    };
}
