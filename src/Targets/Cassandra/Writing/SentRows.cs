namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// The rows of one request in flight. <see cref="RequestPipeline"/> makes it, and <see cref="NodeLink"/> keeps it by stream id
/// until the answer arrives.
/// </summary>
/// <param name="Job">The batch that contains the rows.</param>
/// <param name="Rows">The rows.</param>
internal readonly record struct SentRows(WriteJob Job, RowRange Rows);
