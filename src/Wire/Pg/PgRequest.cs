using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>
/// Builds a small message to the server: for encryption, login and simple queries, and once when a <see cref="PgStatement"/> is
/// prepared. It allocates: rows and executions on the timed path are encoded by <see cref="PgCopyIn"/> and
/// <see cref="PgStatement"/> instead.
/// </summary>
internal sealed class PgRequest
{
    private readonly ArrayBufferWriter<byte> _bytes = new();
    private readonly int _lengthAt;

    /// <summary>Starts a message.</summary>
    /// <param name="type">The message type; null for messages at the start of a session, which have none.</param>
    public PgRequest(char? type)
    {
        if (type is { } letter)
        {
            Bytes([(byte)letter]);
            _lengthAt = 1;
        }

        Int32(0);
    }

    public PgRequest Int32(int value)
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.GetSpan(4), value);
        _bytes.Advance(4);
        return this;
    }

    public PgRequest Bytes(ReadOnlySpan<byte> value)
    {
        value.CopyTo(_bytes.GetSpan(value.Length));
        _bytes.Advance(value.Length);
        return this;
    }

    /// <summary>Adds a text and a terminating zero.</summary>
    /// <exception cref="ConnectionLostException">The text contains a zero character. The message is not sent.</exception>
    public PgRequest Text(string value)
    {
        if (value.Contains('\0', StringComparison.Ordinal))
        {
            throw new ConnectionLostException(
                "A setting or statement contains a zero character, which PostgreSQL does not accept: remove it.");
        }

        Encoding.UTF8.GetBytes(value, _bytes);
        return Bytes([0]);
    }

    /// <summary>Fills in the length, which includes itself but not the type, and returns the message.</summary>
    public ReadOnlySpan<byte> Finish()
    {
        byte[] bytes = _bytes.WrittenSpan.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(_lengthAt), bytes.Length - _lengthAt);
        return bytes;
    }
}
