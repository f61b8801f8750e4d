namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>Rows of a batch that lie in one partition.</summary>
/// <param name="First">Index of the first row within the batch.</param>
/// <param name="Count">Number of rows.</param>
/// <param name="Bucket">Number of the partition within its source.</param>
internal readonly record struct RowRange(int First, int Count, int Bucket);
