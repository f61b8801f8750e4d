using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A method of storing batches over one session: bulk, prepared, text or LOAD DATA. <see cref="BatchWays"/> creates one per
/// session, and <see cref="MySqlSession"/> calls it on the timed path. After an exception or a reported deviation the caller must
/// close the session.
/// </summary>
internal interface IBatchWay
{
    /// <summary>Stores a batch as one transaction and returns when it is committed.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="isInTransaction">True within a transaction of the caller, who commits.</param>
    /// <returns>Null. If the server did anything but store the batch unchanged, a sentence that says what.</returns>
    /// <exception cref="Wire.WireException">The batch was not acknowledged.</exception>
    string? Write(RecordBatch batch, bool isInTransaction = false);
}
