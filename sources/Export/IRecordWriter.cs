using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Export;

/// <summary>
/// Writes records to a file of one format. <see cref="RecordExport"/> opens one per export, passes it every batch in order, and
/// disposes it, which completes the file. Until then the file is incomplete. A writer that fails to open must leave no file, and
/// one that fails to complete its file must close it. Not thread-safe.
/// </summary>
internal interface IRecordWriter : IDisposable
{
    /// <summary>The files that it writes.</summary>
    IReadOnlyList<string> Files { get; }

    /// <summary>Writes all rows of a batch.</summary>
    /// <param name="batch">A batch of the schema that the writer was opened with.</param>
    /// <exception cref="ArgumentException">The format cannot hold the records' times or values.</exception>
    /// <exception cref="IOException">The file cannot be written.</exception>
    void Write(RecordBatch batch);
}
