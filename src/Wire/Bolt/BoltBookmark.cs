using System.Buffers;
using System.Buffers.Text;

namespace DbIngest.Wire.Bolt;

/// <summary>
/// Reads the transaction number from a Neo4j bookmark. <see cref="BoltConnection"/> passes the bookmark of every committed
/// transaction, so that the target knows the latest transaction. Never throws: a bookmark of unknown form has no number.
/// </summary>
/// <remarks>
/// The protocol declares bookmarks opaque. Neo4j 5 sends <c>FB:</c> and, in Base64, a list of the database's id and the number
/// of its last transaction (seen on 5.26.30).
/// </remarks>
internal static class BoltBookmark
{
    /// <summary>Reads the transaction number.</summary>
    /// <param name="bookmark">The bookmark, ASCII.</param>
    /// <returns>The number; null if the bookmark has another form.</returns>
    public static long? Transaction(ReadOnlySpan<byte> bookmark)
    {
        Span<byte> content = stackalloc byte[256];
        if (!bookmark.StartsWith("FB:"u8)
            || Base64.DecodeFromUtf8(bookmark[3..], content, out _, out int length) != OperationStatus.Done)
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
