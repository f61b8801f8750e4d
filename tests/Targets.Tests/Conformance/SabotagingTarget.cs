using DbIngest.Core.Audit;
using DbIngest.Core.Records;
using DbIngest.Core.Targets;

namespace DbIngest.Targets.Tests.Conformance;

/// <summary>A target that commits one fault on one record of one source, and acknowledges as if nothing had happened.</summary>
internal sealed class SabotagingTarget(ITarget inner, Sabotage kind, int source, long sequence, ulong seed) : ITarget
{
    public int Committed { get; private set; }

    public string AttachEndpoint => inner.AttachEndpoint;

    public TargetDescription Describe() => inner.Describe();

    public void Prepare(TrialTable table) => inner.Prepare(table);

    public void Attach(TrialTable table) => inner.Attach(table);

    public IBatchWriter OpenWriter(int writerSource) =>
        writerSource == source ? new Writer(inner.OpenWriter(writerSource), this) : inner.OpenWriter(writerSource);

    public void Settle(CancellationToken cancellation) => inner.Settle(cancellation);

    public DiskSpace MeasureSpace() => inner.MeasureSpace();

    public void Audit(StoredContent audit, CancellationToken cancellation) => inner.Audit(audit, cancellation);

    public void Clean() => inner.Clean();

    public IReadOnlyList<int> ServerProcesses() => inner.ServerProcesses();

    public void Dispose() => inner.Dispose();

    private void WriteFaulty(IBatchWriter writer, RecordBatch batch)
    {
        Committed++;
        int victim = (int)(sequence - batch.FirstSequence);
        var random = new SplitMix64(seed);
        switch (kind)
        {
            case Sabotage.Drop:
                writer.Write(Copy(batch, 0, victim));
                writer.Write(Copy(batch, victim + 1, batch.Count - victim - 1));
                break;
            case Sabotage.Duplicate:
                writer.Write(batch);
                writer.Write(Copy(batch, victim, 1));
                break;
            default:
                var altered = Copy(batch, 0, batch.Count);
                Alter(altered, victim, ref random);
                writer.Write(altered);
                break;
        }
    }

    private void Alter(RecordBatch batch, int victim, ref SplitMix64 random)
    {
        switch (kind)
        {
            case Sabotage.FlipTimestampBit:
                batch.Timestamps[victim] ^= 1L << random.NextBelow(40);
                break;
            case Sabotage.FlipQualityBit:
                batch.Qualities[victim] ^= 1u << random.NextBelow(32);
                break;
            case Sabotage.FlipValueBit:
                int column = random.NextBelow(batch.Schema.ValueCount);
                while (double.IsNaN(batch.Column(column)[victim]) || batch.Column(column)[victim] == 0)
                {
                    // NaN with another payload is the same missing value, and minus zero is the same zero.
                    column = (column + 1) % batch.Schema.ValueCount;
                }

                ref double value = ref batch.Column(column)[victim];
                value = BitConverter.Int64BitsToDouble(BitConverter.DoubleToInt64Bits(value) ^ (1L << random.NextBelow(64)));
                break;
            default:
                int other = victim > 0 ? victim - 1 : victim + 1;
                Swap(ref batch.Timestamps[victim], ref batch.Timestamps[other]);
                Swap(ref batch.Qualities[victim], ref batch.Qualities[other]);
                for (int i = 0; i < batch.Schema.ValueCount; i++)
                {
                    Swap(ref batch.Column(i)[victim], ref batch.Column(i)[other]);
                }

                break;
        }
    }

    private static void Swap<T>(ref T a, ref T b) => (a, b) = (b, a);

    private static RecordBatch Copy(RecordBatch batch, int first, int count)
    {
        var copy = new RecordBatch(batch.Schema, Math.Max(1, count));
        copy.Reset(batch.Source, batch.FirstSequence + first, count);
        Array.Copy(batch.Timestamps, first, copy.Timestamps, 0, count);
        Array.Copy(batch.Qualities, first, copy.Qualities, 0, count);
        for (int i = 0; i < batch.Schema.ValueCount; i++)
        {
            batch.Column(i).Slice(first, count).CopyTo(copy.Column(i));
        }

        return copy;
    }

    private sealed class Writer(IBatchWriter inner, SabotagingTarget target) : IBatchWriter
    {
        public void Write(RecordBatch batch)
        {
            if (target.IsIn(batch))
            {
                target.WriteFaulty(inner, batch);
            }
            else
            {
                inner.Write(batch);
            }
        }

        public BatchFate Recover(RecordBatch batch) => inner.Recover(batch);

        public void Dispose() => inner.Dispose();
    }

    private bool IsIn(RecordBatch batch) => new SequenceRange(batch.FirstSequence, batch.Count).Contains(sequence);
}
