using DbIngest.Abstractions.Records;

namespace DbIngest.Abstractions.Operations;

/// <summary>
/// Receives the records that a read, scan or find returns, one call per record, in any order. The checks of lanes and probes and
/// the HTTP service implement it. Writers call it on the timed path, so an implementation should not allocate. After a failed
/// attempt it may have received some records already.
/// </summary>
public interface IRecordReceiver
{
    /// <summary>Receives one record that the database returned.</summary>
    /// <param name="source">The source that wrote it, from 0.</param>
    /// <param name="sequence">Its sequence number, from 0.</param>
    /// <param name="timestamp">Microseconds UTC.</param>
    /// <param name="quality">Flags of <see cref="RecordQuality"/>.</param>
    /// <param name="values">
    /// The values in schema order, valid during the call only. <see cref="double.NaN"/> for a missing one.
    /// </param>
    void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values);
}
