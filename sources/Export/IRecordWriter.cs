using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Export;

/// <summary>Writes records to a file of some format. Disposing it completes the file.</summary>
internal interface IRecordWriter : IDisposable
{
    /// <summary>The files that are written.</summary>
    IReadOnlyList<string> Files { get; }

    /// <summary>Writes all rows of a batch.</summary>
    /// <param name="batch">A batch of the schema that the writer was opened for.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    void Write(RecordBatch batch);
}
