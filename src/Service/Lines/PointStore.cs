using DbIngest.Abstractions.Records;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Lines;

/// <summary>
/// Stores points by the key of InfluxDB, source and timestamp: the last value wins. A store without a unique key adds every
/// point, and one with a ledger adds a point of the same content once. A point is a record whose sequence number is its
/// timestamp. <c>InfluxRoutes</c> makes one per piece of work on a session.
/// </summary>
/// <remarks>
/// Not thread-safe. It reads the stored point and then replaces it, so of two requests that write other fields of one point at
/// the same moment one may undo the other.
/// </remarks>
/// <param name="session">The session of the request.</param>
/// <param name="record">A batch with room for one record, which each point overwrites. The caller owns it.</param>
/// <param name="promise">The promise of the store. Without a unique key points are only added.</param>
internal sealed class PointStore(StoreSession session, RecordBatch record, Promise promise)
{
    private const int Attempts = 3;

    private readonly RowCopy _stored = new();

    /// <summary>Stores a point. If a point with its key is stored already, replaces the values that the new point has.</summary>
    /// <exception cref="RefusalException">
    /// The store refuses or does not answer. Sending the point again is harmless, except without a unique key and ledger.
    /// </exception>
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

    /// <summary>Replaces the values of the stored point by those that the new point has.</summary>
    /// <returns>False if the stored point was deleted meanwhile. Nothing was stored then.</returns>
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
