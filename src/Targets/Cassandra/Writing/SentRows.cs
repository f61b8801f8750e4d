namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>What a request carries.</summary>
/// <param name="Job">Whose rows they are.</param>
/// <param name="Rows">Which rows.</param>
internal readonly record struct SentRows(WriteJob Job, RowRange Rows);
