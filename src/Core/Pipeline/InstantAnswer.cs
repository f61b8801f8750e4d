using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Asks for the records at the instant of one record, and passes on that record alone: a recording may have others at the same
/// instant. A record of another source or instant is a wrong answer and is passed on too, so that the check sees it.
/// <see cref="OwnKeysWork"/> and <see cref="SharedKeysWork"/> each reuse one object for every <c>find</c> of their lane, so it
/// must not allocate. Not thread-safe.
/// </summary>
internal sealed class InstantAnswer : IRecordReceiver
{
    /// <summary>Why a write path cannot run a mix with <c>find</c>.</summary>
    public const string Refusal = "This write path finds no records by their time; leave find out, or choose another client.";

    private IRecordReceiver _found = null!;
    private int _source;
    private long _sequence;
    private long _timestamp;

    /// <summary>Finds the record in the first row of a batch.</summary>
    /// <param name="reads">The writer.</param>
    /// <param name="record">The batch. Only its first row is read.</param>
    /// <param name="found">Receives the answer.</param>
    public void Find(IInstantReads reads, RecordBatch record, IRecordReceiver found)
    {
        (_found, _source, _sequence, _timestamp) = (found, record.Source, record.FirstSequence, record.Timestamps[0]);
        reads.Find(_source, _timestamp, this);
    }

    /// <inheritdoc/>
    public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
    {
        if (sequence == _sequence || source != _source || timestamp != _timestamp)
        {
            _found.Add(source, sequence, timestamp, quality, values);
        }
    }
}
