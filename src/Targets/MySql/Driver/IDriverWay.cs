using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A method by which the driver stores batches over one connection. <see cref="MySqlDriverSession"/> creates the one that the
/// endpoint names and calls it on the timed path. After an exception or a reported deviation the caller must close the
/// connection.
/// </summary>
internal interface IDriverWay : IDisposable
{
    /// <summary>Stores a batch as one transaction by blocking calls, and returns when it is committed.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="isInTransaction">True within a transaction of the caller, who commits.</param>
    /// <returns>Null. If the server did anything but store the batch unchanged, a sentence that says what.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The batch was not acknowledged.</exception>
    string? Write(RecordBatch batch, bool isInTransaction = false);

    /// <summary>As <see cref="Write"/>, by asynchronous calls.</summary>
    /// <param name="batch">The batch. It must stay unchanged until the task has ended.</param>
    /// <returns>As <see cref="Write"/>.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The batch was not acknowledged.</exception>
    Task<string?> WriteAsync(RecordBatch batch);
}
