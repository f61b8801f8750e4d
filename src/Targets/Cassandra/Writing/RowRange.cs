namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>Rows of a batch that lie in one partition.</summary>
/// <param name="First">The first row, counted within the batch.</param>
/// <param name="Count">How many.</param>
/// <param name="Bucket">Their bucket.</param>
internal readonly record struct RowRange(int First, int Count, int Bucket);
