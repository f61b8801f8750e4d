using System.Buffers.Binary;
using System.Buffers.Text;

namespace DbIngest.Wire.Pg;

/// <summary>
/// A prepared statement (PostgreSQL documentation, section 55.2.3, "Extended Query"): <see cref="PgConnection.Prepare"/> parses
/// it once, then it is bound and executed with one round trip, parameters and rows in binary. Single-record operations use it,
/// as do the writer and the audit of CockroachDB. An execution allocates only to grow its message. Only the session's thread uses
/// the statement, and that thread must read an execution's rows to their end before the next execution.
/// </summary>
public sealed class PgStatement
{
    private const int NullLength = -1;
    private static readonly byte[] Execution = [(byte)'E', 0, 0, 0, 9, 0, 0, 0, 0, 0, (byte)'S', 0, 0, 0, 4];

    private readonly PgChannel _channel;
    private readonly int _headerBytes;
    private byte[] _bytes;
    private int _end;
    private bool _isBound;

    internal PgStatement(PgChannel channel, string name, string sql, int parameters)
    {
        _channel = channel;
        channel.Send([.. new PgRequest('P').Text(name).Text(sql).Bytes([0, 0]).Finish(), (byte)'S', 0, 0, 0, 4]);
        Expect('1');
        Expect('Z');

        // An unnamed portal, the statement, one format for all parameters (binary), their number.
        byte[] bind = new PgRequest('B').Text(string.Empty).Text(name)
            .Bytes([0, 1, 0, 1, (byte)(parameters >> 8), (byte)parameters]).Finish().ToArray();
        _headerBytes = bind.Length;
        _bytes = new byte[bind.Length + (parameters * 12) + 16 + Execution.Length];
        bind.CopyTo(_bytes, 0);
    }

    /// <summary>Rows that the last execution changed or returned: the number at the end of its command tag.</summary>
    public long Affected { get; private set; }

    /// <summary>Begins an execution. Its parameters follow in order.</summary>
    public PgStatement Begin()
    {
        _end = _headerBytes;
        return this;
    }

    /// <summary>Adds an <c>int4</c>.</summary>
    public PgStatement Int32(int value)
    {
        BinaryPrimitives.WriteInt32BigEndian(Room(4), 4);
        BinaryPrimitives.WriteInt32BigEndian(Room(4), value);
        return this;
    }

    /// <summary>Adds an <c>int8</c>.</summary>
    public PgStatement Int64(long value)
    {
        BinaryPrimitives.WriteInt32BigEndian(Room(4), 8);
        BinaryPrimitives.WriteInt64BigEndian(Room(8), value);
        return this;
    }

    /// <summary>Adds a <c>float8</c>, or NULL for NaN.</summary>
    public PgStatement Double(double value)
    {
        if (double.IsNaN(value))
        {
            BinaryPrimitives.WriteInt32BigEndian(Room(4), NullLength);
            return this;
        }

        BinaryPrimitives.WriteInt32BigEndian(Room(4), 8);
        BinaryPrimitives.WriteDoubleBigEndian(Room(8), value);
        return this;
    }

    /// <summary>
    /// Sends the execution without waiting. The caller then reads its rows to their end with <see cref="TryRead"/>.
    /// </summary>
    public void Send()
    {
        // One format for all result columns: binary.
        ReadOnlySpan<byte> binary = [0, 1, 0, 1];
        binary.CopyTo(Room(4));
        BinaryPrimitives.WriteInt32BigEndian(_bytes.AsSpan(1), _end - 1);
        Execution.CopyTo(Room(Execution.Length));
        _channel.Send(_bytes.AsSpan(0, _end));
        _isBound = false;
    }

    /// <summary>Reads the next row; false after the last.</summary>
    /// <param name="row">The row, valid until the next call.</param>
    /// <exception cref="PgServerException">
    /// The execution failed. The rest of its answer is not read, so the session must be disposed.
    /// </exception>
    public bool TryRead(out PgRow row)
    {
        if (!_isBound)
        {
            Expect('2');
            _isBound = true;
        }

        _channel.BeginAnswer();
        var message = _channel.Receive();
        switch (message.Type)
        {
            case 'D':
                row = new PgRow(message.Body);
                return true;
            case 'C':
                Affected = Count(message.Body.Until(0));
                Expect('Z');
                row = default;
                return false;
            default:
                throw _channel.Unexpected(message);
        }
    }

    // "UPDATE 1" or "SELECT 5". A tag without a number counts nothing.
    private static long Count(ReadOnlySpan<byte> tag) =>
        Utf8Parser.TryParse(tag[(tag.LastIndexOf((byte)' ') + 1)..], out long count, out _) ? count : 0;

    private void Expect(char type)
    {
        var message = _channel.Receive();
        if (message.Type != type)
        {
            throw _channel.Unexpected(message);
        }
    }

    private Span<byte> Room(int bytes)
    {
        if (_end + bytes > _bytes.Length)
        {
            Array.Resize(ref _bytes, 2 * (_end + bytes));
        }

        _end += bytes;
        return _bytes.AsSpan(_end - bytes, bytes);
    }
}
