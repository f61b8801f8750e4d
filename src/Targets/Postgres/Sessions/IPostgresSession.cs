using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// A writer's connection under a durability level, through the wire client or Npgsql. A <see cref="PostgresWriter"/> opens one,
/// and another after a loss. One thread at a time uses it. Disposing it must commit nothing.
/// </summary>
internal interface IPostgresSession : IDisposable
{
    /// <summary>The server process behind the connection.</summary>
    PostgresBackend Backend { get; }

    /// <summary>
    /// True if the last <see cref="Copy"/> may have sent the end of its data. Before that, nothing can be committed.
    /// </summary>
    bool IsCompleting { get; }

    /// <summary>
    /// Writes a batch by one COPY and returns when it is acknowledged. After an exception the caller must dispose the session,
    /// unless the wire client reports a server error that does not end the session: the server then rolled the batch back.
    /// </summary>
    /// <param name="batch">The batch.</param>
    /// <param name="encoder">Encodes the batch.</param>
    /// <param name="statement">The COPY statement (<see cref="PostgresTable.CopyIn"/>).</param>
    /// <returns>Number of rows that the server reports as stored. Null if the client does not report it.</returns>
    long? Copy(RecordBatch batch, CopyEncoder encoder, string statement);

    /// <summary>
    /// Runs statements and keeps the rows of the last one that returns any, as text. After a failure of the connection the caller
    /// must dispose the session.
    /// </summary>
    IReadOnlyList<string?[]> Query(string sql);

    /// <summary>The statements on single records, prepared on first use.</summary>
    /// <param name="table">The table, the same in every call.</param>
    /// <returns>The statements.</returns>
    IKeyedInstants Keyed(PostgresTable table);
}
