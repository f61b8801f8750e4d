namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Says which of two writes of a record a database keeps, where it keeps the one with the larger time stamp of the client rather
/// than the later one (last write wins, as Cassandra). A writer implements it beside <see cref="IRecordOperations"/>. The
/// audit of records that lanes share then expects the largest stamp exactly.
/// </summary>
public interface IStampedWrites : IRecordOperations
{
    /// <summary>
    /// The stamp of this writer's last <see cref="IRecordOperations.Update"/>. No two writes of any writers of a trial have the
    /// same, and a repeated attempt has a larger one, so that a late first attempt loses.
    /// </summary>
    long LastStamp { get; }
}
