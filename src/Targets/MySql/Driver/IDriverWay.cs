using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A way by which the driver stores batches, on one connection. After an exception or a finding the caller gives the connection
/// up.
/// </summary>
internal interface IDriverWay : IDisposable
{
    /// <summary>Stores a batch as one transaction, by blocking calls, and returns once that is committed.</summary>
    /// <param name="batch">The batch.</param>
    /// <returns>Null; or what the server did instead of storing the batch as it is, in a sentence.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The batch was not acknowledged.</exception>
    string? Write(RecordBatch batch);

    /// <summary>The same by asynchronous calls.</summary>
    /// <param name="batch">The batch; the caller leaves it alone until the task has ended.</param>
    /// <returns>As <see cref="Write"/>.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The batch was not acknowledged.</exception>
    Task<string?> WriteAsync(RecordBatch batch);
}
