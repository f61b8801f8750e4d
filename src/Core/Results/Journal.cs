using System.Text;
using System.Text.Json;

namespace DbIngest.Core.Results;

/// <summary>
/// The only truth of a sweep: one JSON line a finished trial, appended and flushed to the disk before the next trial
/// begins. One process writes it at a time.
/// </summary>
public sealed class Journal : IDisposable
{
    private readonly FileStream _file;
    private readonly FileStream _lock;
    private readonly List<JournalEntry> _entries;

    private Journal(FileStream file, FileStream @lock, List<JournalEntry> entries)
    {
        _file = file;
        _lock = @lock;
        _entries = entries;
    }

    /// <summary>What it holds, in the order of writing.</summary>
    public IReadOnlyList<JournalEntry> Entries => _entries;

    /// <summary>Opens a journal for appending, creating it when missing. A torn last line, left by a crash, is cut off.</summary>
    /// <param name="path">The file.</param>
    /// <returns>The journal.</returns>
    /// <exception cref="ResultException">Another process writes it, or it is damaged.</exception>
    public static Journal Open(string path)
    {
        FileStream? claim = null;
        FileStream? file = null;
        try
        {
            // A lock of its own: the journal itself stays readable while it is being written. The lock ends with its process.
            claim = new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1, FileOptions.DeleteOnClose);
            file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
            var entries = Parse(file, path, out long sound);
            file.SetLength(sound);
            file.Seek(0, SeekOrigin.End);
            return new Journal(file, claim, entries);
        }
        catch (Exception exception)
        {
            file?.Dispose();
            claim?.Dispose();
            if (exception is IOException or UnauthorizedAccessException)
            {
                throw new ResultException(
                    $"{path}: cannot be opened for writing ({exception.Message}) Is another run writing it, or the folder read-only?",
                    exception);
            }

            throw;
        }
    }

    /// <summary>Reads a journal without changing it; a torn last line is left out.</summary>
    /// <param name="path">The file.</param>
    /// <returns>Its entries in the order of writing.</returns>
    /// <exception cref="ResultException">It is missing or damaged.</exception>
    public static IReadOnlyList<JournalEntry> Read(string path)
    {
        try
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Parse(file, path, out _);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ResultException($"{path}: cannot be read ({exception.Message})", exception);
        }
    }

    /// <summary>Appends an entry and returns once it is on the disk.</summary>
    /// <param name="entry">The entry.</param>
    /// <exception cref="ResultException">It could not be written, on a full disk for instance; nothing half written is kept.</exception>
    public void Append(JournalEntry entry)
    {
        byte[] json = JsonSerializer.SerializeToUtf8Bytes(entry, ResultJson.Default.JournalEntry);
        long before = _file.Length;
        try
        {
            _file.Write([.. json, (byte)'\n']);
            _file.Flush(flushToDisk: true);
        }
        catch (IOException exception)
        {
            CutTo(before);
            throw new ResultException(
                $"{_file.Name}: the journal cannot be written ({exception.Message}) Free some space, then resume.", exception);
        }

        _entries.Add(entry);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            _file.Dispose();
        }
        catch (IOException)
        {
            // Only what Append reported as failed can still be buffered here.
        }

        _lock.Dispose();
    }

    private static List<JournalEntry> Parse(FileStream file, string path, out long sound)
    {
        var entries = new List<JournalEntry>();
        sound = 0;
        using var reader = new StreamReader(file, new UTF8Encoding(false), false, 1 << 16, leaveOpen: true);
        string content = reader.ReadToEnd();
        int start = 0;
        for (int line = 1; content.IndexOf('\n', start) is >= 0 and int end; line++)
        {
            string text = content[start..end];
            entries.Add(ParseLine(text, path, line));
            sound += Encoding.UTF8.GetByteCount(text) + 1;
            start = end + 1;
        }

        return entries;
    }

    private static JournalEntry ParseLine(string text, string path, int line)
    {
        try
        {
            return JsonSerializer.Deserialize(text, ResultJson.Default.JournalEntry)
                ?? throw new JsonException("The line is null.");
        }
        catch (Exception exception) when (exception is JsonException or NotSupportedException)
        {
            throw new ResultException(
                $"{path}, line {line}: not a journal entry ({exception.Message}) The file was changed by hand or is of another version.",
                exception);
        }
    }

    private void CutTo(long length)
    {
        try
        {
            _file.SetLength(length);
        }
        catch (IOException)
        {
            // The torn line is recognised when the journal is next opened.
        }
    }
}
