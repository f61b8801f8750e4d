using DbIngest.Abstractions.Records;

namespace DbIngest.Targets.MySql;

/// <summary>
/// A way by which batches go into the table, on one connection. After an exception, or a finding, the connection is to be given
/// up.
/// </summary>
internal interface IBatchWay
{
    /// <summary>Stores a batch as one transaction and returns once that is committed.</summary>
    /// <param name="batch">The batch.</param>
    /// <returns>Null; or what the server did instead of storing the batch as it is, in a sentence.</returns>
    /// <exception cref="Wire.WireException">The batch was not acknowledged.</exception>
    string? Write(RecordBatch batch);
}
