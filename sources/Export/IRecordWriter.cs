using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Export;

/// <summary>Writes records to a file of one format, for <see cref="RecordExport"/>. Disposing it completes the file.</summary>
internal interface IRecordWriter : IDisposable
{
    /// <summary>The files that it writes.</summary>
    IReadOnlyList<string> Files { get; }

    /// <summary>Writes all rows of a batch.</summary>
    /// <param name="batch">A batch of the schema that the writer was opened with.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    void Write(RecordBatch batch);
}
