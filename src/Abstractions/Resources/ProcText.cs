using System.Buffers.Text;

namespace DbIngest.Abstractions.Resources;

/// <summary>Reads the small text files in which Linux shows its state, under <c>/proc</c> and <c>/sys</c>.</summary>
internal static class ProcText
{
    /// <summary>Reads a file's beginning.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="buffer">Where to; what does not fit is left out.</param>
    /// <returns>The content; empty when the file cannot be read.</returns>
    public static ReadOnlySpan<byte> Read(string path, byte[] buffer)
    {
        try
        {
            using var file = File.OpenHandle(path);
            int length = 0;
            int read;
            do
            {
                read = RandomAccess.Read(file, buffer.AsSpan(length), length);
                length += read;
            }
            while (read > 0 && length < buffer.Length);
            return buffer.AsSpan(0, length);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Reads a whole file as text.</summary>
    /// <param name="path">Its path.</param>
    /// <returns>The text without white space at its ends; null when it is empty or cannot be read.</returns>
    public static string? ReadText(string path)
    {
        try
        {
            string text = File.ReadAllText(path).Trim();
            return text.Length == 0 ? null : text;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The number in a line that begins with a label.</summary>
    /// <param name="text">The lines.</param>
    /// <param name="label">The label, its colon included.</param>
    /// <returns>The number; null when there is no such line.</returns>
    public static long? Field(ReadOnlySpan<byte> text, ReadOnlySpan<byte> label)
    {
        foreach (Range line in text.Split((byte)'\n'))
        {
            if (text[line].StartsWith(label))
            {
                return Number(text[line][label.Length..].TrimStart((byte)' '));
            }
        }

        return null;
    }

    /// <summary>The number at the beginning of a text.</summary>
    /// <param name="text">The text.</param>
    /// <returns>The number; 0 when there is none.</returns>
    public static long Number(ReadOnlySpan<byte> text) => Utf8Parser.TryParse(text, out long number, out _) ? number : 0;
}
