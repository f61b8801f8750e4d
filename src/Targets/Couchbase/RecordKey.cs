using System.Buffers.Text;

namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Encodes the key of a record's document: source, colon, sequence, in decimal digits. Requests of writers and audit call it
/// for each record, so it allocates nothing. The key must depend on nothing else, so that a repeated record meets its own
/// document.
/// </summary>
internal static class RecordKey
{
    /// <summary>Largest length of a key in bytes.</summary>
    public const int MostBytes = 32;

    /// <summary>Writes a key.</summary>
    /// <returns>Length of the key in bytes.</returns>
    public static int Write(int source, long sequence, Span<byte> to)
    {
        Utf8Formatter.TryFormat(source, to, out int length);
        to[length++] = (byte)':';
        Utf8Formatter.TryFormat(sequence, to[length..], out int digits);
        return length + digits;
    }

    /// <summary>Reads a key.</summary>
    /// <returns>True only for a key exactly as <see cref="Write"/> writes it.</returns>
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
