namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// The rows of one request in flight. <see cref="RequestPipeline"/> makes it, and <see cref="NodeLink"/> keeps it by stream id
/// until the answer arrives. Each counts once in <see cref="WriteJob.Open"/> until then, or its batch would never end.
/// </summary>
/// <param name="Job">The batch that contains the rows.</param>
/// <param name="Rows">The rows.</param>
internal readonly record struct SentRows(WriteJob Job, RowRange Rows);
