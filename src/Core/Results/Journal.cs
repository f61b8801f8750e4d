using System.Text;
using System.Text.Json;

namespace DbIngest.Core.Results;

/// <summary>
/// The only source of truth of a sweep: one JSON line per finished trial, flushed to disk before the next trial begins, with a
/// checksum over itself and the previous line. <see cref="Sweeps.SweepRunner"/> appends each trial and each ceiling, and
/// <c>SweepExecution</c> each extension, a line each. Reports and resumed sweeps read it. One process writes at a time, on one
/// thread. Opening it for writing cuts off a torn last line. Whole lines must never be changed.
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

    /// <summary>The entries in the order of writing.</summary>
    public IReadOnlyList<JournalEntry> Entries => _entries;

    /// <summary>Whether the file was intact when it was opened.</summary>
    public JournalIntegrity Integrity { get; }

    /// <summary>
    /// Opens a journal for appending and creates it when missing. Holds a lock file beside it until it is disposed. Cuts off a
    /// torn last line, which a crash leaves. Other unreadable lines stay in the file, and their trials count as not run.
    /// </summary>
    /// <param name="path">The file, beside its manifest.</param>
    /// <exception cref="ResultException">Another process writes the journal, or it cannot be opened.</exception>
    public static Journal Open(string path)
    {
        FileStream? claim = null;
        FileStream? file = null;
        try
        {
            // A separate lock file keeps the journal readable while it is written. The lock ends with its process.
            claim = new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None, 1,
                FileOptions.DeleteOnClose);
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
                    $"{path}: cannot be opened for writing ({exception.Message}) Is another run writing it, or the folder "
                    + $"read-only?",
                    exception);
            }

            throw;
        }
    }

    /// <summary>Reads the entries of a journal without changing it. Skips unreadable lines and a torn last one.</summary>
    /// <exception cref="ResultException">The file is missing or cannot be read.</exception>
    public static IReadOnlyList<JournalEntry> Read(string path) => ReadContent(path).Entries;

    /// <summary>Reads a journal with its integrity, without changing it.</summary>
    /// <param name="path">The file, beside its manifest.</param>
    /// <exception cref="ResultException">The file is missing or cannot be read.</exception>
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

    /// <summary>Appends an entry and returns when it is on disk.</summary>
    /// <exception cref="ResultException">
    /// The entry could not be written, for example on a full disk. No part of it is kept.
    /// </exception>
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
            // Only an entry that Append reported as failed can still be buffered.
        }

        _lock.Dispose();
    }

    private static string ManifestOf(string path) =>
        Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!, ResultFolder.ManifestName);

    private void CutTo(long length)
    {
        try
        {
            _file.SetLength(length);
        }
        catch (IOException)
        {
            // The next Open recognizes and cuts off the torn line.
        }
    }
}
