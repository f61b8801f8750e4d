using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>A connection that batches are written through, under a durability contract. Disposing it commits nothing.</summary>
internal interface IPostgresSession : IDisposable
{
    /// <summary>The server process behind it.</summary>
    PostgresBackend Backend { get; }

    /// <summary>
    /// Whether, in the last <see cref="Copy"/>, the end of the data may have been sent: before that, nothing can be committed.
    /// </summary>
    bool IsCompleting { get; }

    /// <summary>
    /// Writes a batch by one COPY and returns when it is acknowledged. After an exception the session is to be disposed.
    /// </summary>
    /// <param name="batch">The batch.</param>
    /// <param name="encoder">Encodes it.</param>
    /// <returns>The number of rows that the server says it stored; null when the client does not pass that on.</returns>
    long? Copy(RecordBatch batch, CopyEncoder encoder);

    /// <summary>The statements on single records, prepared when they are first asked for.</summary>
    /// <param name="table">The table, always the same.</param>
    /// <returns>The statements.</returns>
    IPostgresKeyed Keyed(PostgresTable table);
}
