using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

/// <summary>A target of which every third batch is stored in part at first: the connection is lost in the middle of it.</summary>
internal sealed class TornTarget(ITarget inner) : ForwardingTarget(inner)
{
    private int _torn;

    /// <summary>How many batches were torn.</summary>
    public int Torn => Volatile.Read(ref _torn);

    public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
        new Writer(this, base.OpenWriter(source, cancellation));

    private sealed class Writer(TornTarget whole, IBatchWriter inner) : IBatchWriter
    {
        private int _batches;
        private long _lastTorn = -1;

        public bool IsIdempotent => inner.IsIdempotent;

        public void Write(RecordBatch batch)
        {
            if (batch.FirstSequence == _lastTorn || ++_batches % 3 != 0)
            {
                inner.Write(batch);
                return;
            }

            _lastTorn = batch.FirstSequence;
            Interlocked.Increment(ref whole._torn);
            inner.Write(FirstHalf(batch));
            throw new BatchWriteException("The connection was lost in the middle of a batch.", isTransient: true,
                isAmbiguous: true);
        }

        public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

        public void Dispose() => inner.Dispose();

        private static RecordBatch FirstHalf(RecordBatch batch)
        {
            var half = new RecordBatch(batch.Schema, batch.Count);
            half.Reset(batch.Source, batch.FirstSequence, batch.Count / 2);
            batch.Timestamps.AsSpan(0, half.Count).CopyTo(half.Timestamps);
            batch.Qualities.AsSpan(0, half.Count).CopyTo(half.Qualities);
            for (int column = 0; column < batch.Schema.ValueCount; column++)
            {
                batch.Column(column)[..half.Count].CopyTo(half.Column(column));
            }

            return half;
        }
    }
}
