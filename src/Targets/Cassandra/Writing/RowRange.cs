namespace DbIngest.Targets.Cassandra.Writing;

/// <summary>
/// Consecutive rows of a batch in one partition, which one request may send. <see cref="CassandraTable.RangeAt"/> makes it for
/// the writers of both clients, for each request on the timed path and to look for a batch in doubt. It must never cross a
/// partition.
/// </summary>
/// <param name="First">Index of the first row within the batch.</param>
/// <param name="Count">Number of rows.</param>
/// <param name="Bucket">Number of the partition within its source, from 0. The series where records have one.</param>
internal readonly record struct RowRange(int First, int Count, int Bucket);
