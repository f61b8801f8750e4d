using System.Buffers;
using System.Buffers.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// What a server says of how far its database is. Clients are to take it as opaque; what is in those of Neo4j 5 was seen on 5.26.30: after <c>FB:</c>, in base 64, a list with the database's id, then
/// the number of its last transaction.
/// </summary>
internal static class BoltBookmark
{
    /// <summary>Reads the number of the transaction.</summary>
    /// <param name="bookmark">The bookmark, as ASCII.</param>
    /// <returns>The number; null where the bookmark is of another form.</returns>
    public static long? Transaction(ReadOnlySpan<byte> bookmark)
    {
        Span<byte> content = stackalloc byte[256];
        if (!bookmark.StartsWith("FB:"u8) || Base64.DecodeFromUtf8(bookmark[3..], content, out _, out int length) != OperationStatus.Done)
        {
            return null;
        }

        try
        {
            var reader = new PackStreamReader(content[..length]);
            reader.Skip();
            long number = reader.Integer(-1);
            return number >= 0 ? number : null;
        }
        catch (WireProtocolException)
        {
            return null;
        }
    }
}
