using System.Buffers.Text;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// The key of a record's document: source, a colon, sequence, in decimal digits. So a record that is sent again meets itself.
/// </summary>
internal static class RecordKey
{
    /// <summary>The most bytes of a key.</summary>
    public const int MostBytes = 32;

    /// <summary>Writes a key.</summary>
    /// <returns>Its length.</returns>
    public static int Write(int source, long sequence, Span<byte> to)
    {
        Utf8Formatter.TryFormat(source, to, out int length);
        to[length++] = (byte)':';
        Utf8Formatter.TryFormat(sequence, to[length..], out int digits);
        return length + digits;
    }

    /// <summary>Reads a key.</summary>
    /// <returns>Whether it is one, as <see cref="Write"/> writes it and not otherwise.</returns>
    public static bool TryRead(ReadOnlySpan<byte> key, out int source, out long sequence)
    {
        sequence = 0;
        if (!Utf8Parser.TryParse(key, out source, out int length) || length + 1 >= key.Length || key[length] != (byte)':'
            || !Utf8Parser.TryParse(key[(length + 1)..], out sequence, out int digits) || length + 1 + digits != key.Length)
        {
            return false;
        }

        Span<byte> own = stackalloc byte[MostBytes];
        return own[..Write(source, sequence, own)].SequenceEqual(key);
    }
}
