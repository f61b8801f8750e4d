using System.Buffers.Text;
using System.Globalization;

namespace DbIngest.Abstractions.Resources;

/// <summary>
/// Reads the small text files of Linux under <c>/proc</c> and <c>/sys</c>. The readers of processes, memory, disks, energy and
/// environment use it, <see cref="ProcessReader"/> about once a second during a trial, and so do the targets that look for a
/// server's processes. It throws nothing if a file is missing or unreadable, as on other systems. <see cref="Read"/> allocates
/// nothing but the file handle. Thread-safe.
/// </summary>
internal static class ProcText
{
    /// <summary>Reads the beginning of a file.</summary>
    /// <param name="path">The path.</param>
    /// <param name="buffer">Receives the content. The rest of a longer file is ignored.</param>
    /// <returns>The content. Empty if the file cannot be read.</returns>
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

    /// <summary>Reads a whole file as trimmed text. Null if it is empty or cannot be read.</summary>
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

    /// <summary>Reads a file that holds one number of 0 or more. Null if it holds anything else, or cannot be read.</summary>
    public static long? Number(string path) =>
        long.TryParse(ReadText(path), NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : null;

    /// <summary>Lists the folders in a folder, in the order of their names. Empty if it cannot be read.</summary>
    public static IReadOnlyList<string> Folders(string path)
    {
        try
        {
            return [.. Directory.EnumerateDirectories(path).Order(StringComparer.Ordinal)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Reads the number of a labelled line.</summary>
    /// <param name="text">The lines.</param>
    /// <param name="label">The label with its colon.</param>
    /// <returns>The number. Null if no line has the label.</returns>
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

    /// <summary>Reads the number at the beginning of a text. 0 if there is none.</summary>
    public static long Number(ReadOnlySpan<byte> text) => Utf8Parser.TryParse(text, out long number, out _) ? number : 0;
}
