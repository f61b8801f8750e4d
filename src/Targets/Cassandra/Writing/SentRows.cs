namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>The rows of one request in flight. <see cref="NodeLink"/> keeps them by stream id.</summary>
/// <param name="Job">The batch that contains the rows.</param>
/// <param name="Rows">The rows.</param>
internal readonly record struct SentRows(WriteJob Job, RowRange Rows);
