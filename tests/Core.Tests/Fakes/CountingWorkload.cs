using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Tests.Fakes;

/// <summary>A workload whose every field says which record it is.</summary>
internal sealed class CountingWorkload : IWorkload
{
    public string Name => "counting";

    public RecordSchema Schema { get; } = new([new("a", "V"), new("b", "A")]);

    public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>();

    public IRecordSource Open(int source) => new Stream(source);

    public void Dispose()
    {
    }

    private sealed class Stream(int source) : IRecordSource
    {
        public void Fill(RecordBatch batch, long firstSequence, int count)
        {
            batch.Reset(source, firstSequence, count);
            for (int row = 0; row < count; row++)
            {
                long sequence = firstSequence + row;
                batch.Timestamps[row] = sequence * 1000;
                batch.Qualities[row] = (uint)(sequence % 3);
                batch.Column(0)[row] = sequence + (source / 8.0);
                batch.Column(1)[row] = sequence % 7 == 0 ? double.NaN : -sequence - 0.5;
            }
        }

        public void Dispose()
        {
        }
    }
}
