using System.Text;
using System.Text.Json;

namespace DbIngest.Core.Results;

/// <summary>What a journal holds, and whether it is as it was written.</summary>
/// <param name="Entries">The entries, in the order of writing; lines that cannot be read are left out.</param>
/// <param name="Integrity">Whether it is as it was written.</param>
public sealed record JournalContent(IReadOnlyList<JournalEntry> Entries, JournalIntegrity Integrity)
{
    /// <summary>Reads a journal.</summary>
    /// <param name="file">The file.</param>
    /// <param name="chain">The checksums, at their beginning; at those of the last line afterwards.</param>
    /// <param name="sound">The length up to the end of the last whole line: what follows was torn by a crash.</param>
    /// <returns>The content.</returns>
    internal static JournalContent Parse(Stream file, ChecksumChain chain, out long sound)
    {
        var entries = new List<JournalEntry>();
        var changed = new List<int>();
        var broken = new List<int>();
        bool hasChecksums = false;
        byte[] content = new byte[file.Length];
        file.ReadExactly(content);
        sound = content.AsSpan().LastIndexOf((byte)'\n') + 1;
        int start = 0;
        for (int line = 1; start < sound; line++)
        {
            int end = start + content.AsSpan(start).IndexOf((byte)'\n');
            string text = Encoding.UTF8.GetString(content, start, end - start);
            if (TryParse(text) is { } entry)
            {
                var (hasChecksum, isRight) = chain.Follow(text);
                if (isRight == false || (hasChecksums && !hasChecksum))
                {
                    changed.Add(line);
                }

                hasChecksums |= hasChecksum;
                entries.Add(entry);
            }
            else
            {
                broken.Add(line);
                chain.Skip();
            }

            start = end + 1;
        }

        return new JournalContent(entries, new JournalIntegrity { HasChecksums = hasChecksums, ChangedLines = changed, BrokenLines = broken });
    }

    private static JournalEntry? TryParse(string text)
    {
        try
        {
            return JsonSerializer.Deserialize(text, ResultJson.Default.JournalEntry);
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException or ArgumentException)
        {
            return null;
        }
    }
}
