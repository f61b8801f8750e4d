using System.Text;
using System.Text.Json;

namespace DbIngest.Core.Results;

/// <summary>
/// The only truth of a sweep: one JSON line a finished trial, appended and flushed to the disk before the next trial
/// begins, with a checksum over itself and the line before. One process writes it at a time.
/// </summary>
public sealed class Journal : IDisposable
{
    private readonly FileStream _file;
    private readonly FileStream _lock;
    private readonly List<JournalEntry> _entries;
    private readonly ChecksumChain _chain;

    private Journal(FileStream file, FileStream @lock, JournalContent content, ChecksumChain chain)
    {
        _file = file;
        _lock = @lock;
        _entries = [.. content.Entries];
        Integrity = content.Integrity;
        _chain = chain;
    }

    /// <summary>What it holds, in the order of writing.</summary>
    public IReadOnlyList<JournalEntry> Entries => _entries;

    /// <summary>Whether it was as it had been written when it was opened.</summary>
    public JournalIntegrity Integrity { get; }

    /// <summary>
    /// Opens a journal for appending, creating it when missing. A torn last line, left by a crash, is cut off; other lines that
    /// cannot be read stay, and their trials count as not run.
    /// </summary>
    /// <param name="path">The file; the manifest lies beside it.</param>
    /// <returns>The journal.</returns>
    /// <exception cref="ResultException">Another process writes it, or it cannot be opened.</exception>
    public static Journal Open(string path)
    {
        FileStream? claim = null;
        FileStream? file = null;
        try
        {
            // A lock of its own: the journal itself stays readable while it is being written. The lock ends with its process.
            claim = new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1, FileOptions.DeleteOnClose);
            file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
            var chain = ChecksumChain.Of(ManifestOf(path));
            var content = JournalContent.Parse(file, chain, out long sound);
            file.SetLength(sound);
            file.Seek(0, SeekOrigin.End);
            return new Journal(file, claim, content, chain);
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

    /// <summary>Reads a journal without changing it; lines that cannot be read, and a torn last one, are left out.</summary>
    /// <param name="path">The file.</param>
    /// <returns>Its entries in the order of writing.</returns>
    /// <exception cref="ResultException">It is missing or cannot be read.</exception>
    public static IReadOnlyList<JournalEntry> Read(string path) => ReadContent(path).Entries;

    /// <summary>The same, with whether it is as it was written.</summary>
    /// <param name="path">The file; the manifest lies beside it.</param>
    /// <returns>The content.</returns>
    /// <exception cref="ResultException">It is missing or cannot be read.</exception>
    public static JournalContent ReadContent(string path)
    {
        try
        {
            using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return JournalContent.Parse(file, ChecksumChain.Of(ManifestOf(path)), out _);
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
        string? last = _chain.Last;
        string line = _chain.Seal(JsonSerializer.Serialize(entry, ResultJson.Default.JournalEntry));
        long before = _file.Length;
        try
        {
            _file.Write(Encoding.UTF8.GetBytes(line + '\n'));
            _file.Flush(flushToDisk: true);
        }
        catch (IOException exception)
        {
            CutTo(before);
            _chain.Return(last);
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

    private static string ManifestOf(string path) => Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, ResultFolder.ManifestName);

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
