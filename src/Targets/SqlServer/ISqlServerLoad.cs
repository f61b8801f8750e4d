using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.SqlServer;

/// <summary>
/// A writer's connection for batches, through the wire client or the vendor's driver. <see cref="SqlServerWriter"/> opens one,
/// and another after a loss, and its lane's thread calls it on the timed path. Disposing it must commit nothing.
/// </summary>
internal interface ISqlServerLoad : IDisposable
{
    /// <summary>The same connection for statements.</summary>
    ISqlServerSession Session { get; }

    /// <summary>The same connection, for single records.</summary>
    IKeyedRecords Keyed { get; }

    /// <summary>
    /// True if the last <see cref="Load"/> may have sent its commit. Before that, no row can be stored. Read it after a failure,
    /// before disposing.
    /// </summary>
    bool IsCompleting { get; }

    /// <summary>
    /// Writes a batch as one transaction and returns when it is acknowledged. After an exception the caller must dispose this
    /// connection.
    /// </summary>
    /// <param name="batch">The batch.</param>
    /// <returns>Number of rows that the server reports as stored. Null if the client does not report it.</returns>
    /// <exception cref="Exception">The batch was not acknowledged: a failure by <c>DriverCalls.IsFailure</c>.</exception>
    long? Load(RecordBatch batch);
}
