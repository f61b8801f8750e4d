using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.SqlServer;

/// <summary>A connection that batches are written through. Disposing it commits nothing.</summary>
internal interface ISqlServerLoad : IDisposable
{
    /// <summary>The same connection, for statements.</summary>
    ISqlServerSession Session { get; }

    /// <summary>
    /// Whether, in the last <see cref="Load"/>, what commits the rows may have been sent: before that, nothing can be stored.
    /// </summary>
    bool IsCompleting { get; }

    /// <summary>
    /// Writes a batch by one transaction, and returns when it is acknowledged. After an exception the session is to be disposed.
    /// </summary>
    /// <param name="batch">The batch.</param>
    /// <returns>The number of rows that the server says it stored; null when the client does not pass that on.</returns>
    long? Load(RecordBatch batch);
}
