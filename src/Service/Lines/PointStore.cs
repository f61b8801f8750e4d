using DbIngest.Abstractions.Records;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Lines;

/// <summary>
/// Stores points whose key is source and timestamp, where the last value wins, as InfluxDB has it. A point is a record whose
/// sequence number is its timestamp.
/// </summary>
/// <param name="session">The session of the request.</param>
/// <param name="record">A batch with room for one record.</param>
/// <param name="promise">The promise of the store. Without a unique key points are only added.</param>
internal sealed class PointStore(StoreSession session, RecordBatch record, Promise promise)
{
    private const int Attempts = 3;

    private readonly RowCopy _stored = new();

    /// <summary>Stores a point, or lays it over the stored one.</summary>
    /// <exception cref="RefusalException">The store refuses or is away. Sending the point again does no harm.</exception>
    public async ValueTask Store(WrittenPoint point)
    {
        Fill(point.Values, point);
        if (promise == Promise.OnceByLedger)
        {
            await session.Store(record, RequestIdentity.OfPoint(record));
            return;
        }

        for (int attempt = 1; ; attempt++)
        {
            try
            {
                await session.Store(record);
                return;
            }
            catch (RefusalException refusal) when (refusal.Status == 409 && promise != Promise.AtLeastOnce && attempt < Attempts)
            {
                if (await Overlay(point))
                {
                    return;
                }
            }
        }
    }

    /// <summary>Lays a point over the stored one.</summary>
    /// <returns>False if there is none any more.</returns>
    private async ValueTask<bool> Overlay(WrittenPoint point)
    {
        await session.Read(point.Source, point.Timestamp, 1, _stored, _stored.Clear);
        if (!_stored.IsThere)
        {
            return false;
        }

        double[] values = [.. point.Values.Zip(_stored.Values, (ours, stored) => double.IsNaN(ours) ? stored : ours)];
        Fill(values, point, _stored.Quality);
        await session.Update(record);
        return true;
    }

    private void Fill(double[] values, WrittenPoint point, uint stored = 0)
    {
        record.Reset(point.Source, point.Timestamp, 1);
        record.Timestamps[0] = point.Timestamp;
        uint missing = values.Any(double.IsNaN) ? (uint)RecordQuality.Missing : 0;
        record.Qualities[0] = point.Quality ?? ((stored & ~(uint)RecordQuality.Missing) | missing);
        for (int column = 0; column < values.Length; column++)
        {
            record.Values[column * record.Capacity] = values[column];
        }
    }
}
