using System.Text;
using System.Text.Json;

namespace DbIngest.Core.Results;

/// <summary>
/// The content of a journal that was read. <see cref="Journal"/> parses with it when it opens or reads the file. It skips lines
/// that are no entry, or whose numbers cannot have been measured, and reports them and lines with a wrong checksum in
/// <see cref="Integrity"/>. It converts trials of older versions by <see cref="OlderMixConverter"/>, and never changes the file.
/// </summary>
/// <param name="Entries">The entries in the order of writing, without unreadable lines.</param>
/// <param name="Integrity">Whether the file is intact.</param>
public sealed record JournalContent(IReadOnlyList<JournalEntry> Entries, JournalIntegrity Integrity)
{
    /// <summary>
    /// Upper bound of every number in a trial, including 64-bit checksums. The squares of numbers up to it can be summed.
    /// </summary>
    private const double LargestNumber = 1e20;

    private const int ReadBytes = 1 << 16;

    /// <summary>Parses a whole journal, line by line.</summary>
    /// <param name="file">The file.</param>
    /// <param name="chain">
    /// The chain at its start. Parsing moves the chain to the last line, so that appending continues it.
    /// </param>
    /// <param name="sound">Length in bytes up to the end of the last whole line. What follows was torn by a crash.</param>
    internal static JournalContent Parse(Stream file, ChecksumChain chain, out long sound)
    {
        var entries = new List<JournalEntry>();
        var changed = new List<int>();
        var broken = new List<int>();
        bool hasChecksums = false;
        int line = 0;
        sound = 0;
        foreach (var (text, end) in Lines(file))
        {
            line++;
            sound = end;
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
        }

        return new JournalContent(entries,
            new JournalIntegrity { HasChecksums = hasChecksums, ChangedLines = changed, BrokenLines = broken });
    }

    /// <summary>Reads whole lines, each with its end in the file. Holds one: a journal may be larger than an array.</summary>
    private static IEnumerable<(string Text, long End)> Lines(Stream file)
    {
        byte[] part = new byte[ReadBytes];
        using var line = new MemoryStream();
        long position = 0;
        for (int count; (count = file.Read(part)) > 0; position += count)
        {
            int start = 0;
            for (int length; (length = part.AsSpan(start, count - start).IndexOf((byte)'\n')) >= 0; start += length + 1)
            {
                line.Write(part, start, length);
                yield return (Encoding.UTF8.GetString(line.GetBuffer(), 0, (int)line.Length), position + start + length + 1);
                line.SetLength(0);
            }

            line.Write(part, start, count - start);
        }
    }

    /// <summary>
    /// True if the numbers of an entry can have been measured. A sum over trials cannot hold 1e308 s, and no complete trial takes
    /// 0 s. An entry with such numbers is damaged even if its checksum is right. In a failed trial only the times are checked,
    /// since its shares may divide by 0.
    /// </summary>
    private static bool IsPossible(JournalEntry? entry, string text) => entry switch
    {
        TrialResult trial when !IsTime(trial.ElapsedS) || !IsTime(trial.SettleS) => false,
        TrialResult { Status: not TrialStatus.Complete } => true,
        TrialResult trial => trial.ElapsedS > 0 && HasBoundedNumbers(text),
        _ => HasBoundedNumbers(text),
    };

    private static bool IsTime(double seconds) => seconds is >= 0 and <= LargestNumber;

    private static bool HasBoundedNumbers(string text)
    {
        var json = new Utf8JsonReader(Encoding.UTF8.GetBytes(text));
        while (json.Read())
        {
            if (json.TokenType == JsonTokenType.PropertyName && json.ValueTextEquals("point"u8))
            {
                // The manifest describes the points, and a side may be named NaN.
                json.Skip();
            }
            else if ((json.TokenType == JsonTokenType.Number
                && !(json.TryGetDouble(out double number) && Math.Abs(number) <= LargestNumber))
                || (json.TokenType == JsonTokenType.String
                    && (json.ValueTextEquals("NaN"u8) || json.ValueTextEquals("Infinity"u8)
                    || json.ValueTextEquals("-Infinity"u8))))
            {
                return false;
            }
        }

        return true;
    }

    private static JournalEntry? TryParse(string text)
    {
        try
        {
            var entry = JsonSerializer.Deserialize(text, ResultJson.Default.JournalEntry);
            return !IsPossible(entry, text) ? null : entry is TrialResult trial ? OlderMixConverter.Read(trial) : entry;
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException or ArgumentException)
        {
            return null;
        }
    }
}
