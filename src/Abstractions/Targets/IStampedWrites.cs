namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Tells the stamps of a writer whose database keeps the write with the largest time stamp of the client, rather than the write
/// that arrives last (last write wins). <c>SharedKeysWork</c> of lanes that share records reads the stamp after each update and
/// logs it. <c>WriteHistory</c> in the audit then expects exactly the version with the largest stamp.
/// </summary>
public interface IStampedWrites : IRecordOperations
{
    /// <summary>
    /// The stamp of this writer's last <see cref="IRecordOperations.Update"/>. All writes of a trial have different stamps, over
    /// all writers. A repeated attempt has a larger stamp than the first, so that a first attempt that arrives late loses.
    /// </summary>
    long LastStamp { get; }
}
