using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Conformance;

/// <summary>A writer that commits one fault on one record, and acknowledges as if nothing had happened.</summary>
/// <param name="inner">The writer proper.</param>
/// <param name="fault">The fault.</param>
/// <param name="committed">Is told when it is committed.</param>
internal sealed class SabotagingWriter(IBatchWriter inner, Fault fault, Action committed) : IBatchWriter
{
    public void Write(RecordBatch batch)
    {
        if (new SequenceRange(batch.FirstSequence, batch.Count).Contains(fault.Sequence))
        {
            WriteFaulty(batch);
            committed();
        }
        else
        {
            inner.Write(batch);
        }
    }

    public bool IsIdempotent => inner.IsIdempotent;

    public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

    public void Dispose() => inner.Dispose();

    private void WriteFaulty(RecordBatch batch)
    {
        int victim = (int)(fault.Sequence - batch.FirstSequence);
        var random = new SplitMix64(fault.Seed);
        switch (fault.Kind)
        {
            case Sabotage.Drop:
                inner.Write(Copy(batch, 0, victim));
                inner.Write(Copy(batch, victim + 1, batch.Count - victim - 1));
                break;
            case Sabotage.Duplicate:
                inner.Write(batch);
                inner.Write(Copy(batch, victim, 1));
                break;
            default:
                var altered = Copy(batch, 0, batch.Count);
                Alter(altered, victim, ref random);
                inner.Write(altered);
                break;
        }
    }

    private void Alter(RecordBatch batch, int victim, ref SplitMix64 random)
    {
        switch (fault.Kind)
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
}
