using System.Text;

namespace DbIngest.Sources.Input;

/// <summary>
/// Encodes texts of the input options in the encoding of an input, so that readers compare bytes. <c>RowFilter</c> and
/// <c>MissingMarks</c> call it when they are created, before any row is read.
/// </summary>
internal static class EncodedText
{
    /// <summary>Returns the texts as bytes. Leaves out those that the encoding cannot express: no content has them.</summary>
    public static byte[][] Of(IEnumerable<string> texts, Encoding encoding) =>
    [
        .. texts.Select(text => (Text: text, Bytes: encoding.GetBytes(text)))
            .Where(pair => string.Equals(encoding.GetString(pair.Bytes), pair.Text, StringComparison.Ordinal))
            .Select(pair => pair.Bytes),
    ];
}
