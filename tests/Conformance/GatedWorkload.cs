using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Conformance;

/// <summary>
/// A workload whose last records are held back until a gate opens, so that what happens in the middle of a trial does so however
/// fast the records before are taken.
/// </summary>
/// <param name="inner">The workload proper.</param>
/// <param name="heldFrom">The first record of each source that waits for the gate.</param>
/// <param name="gate">Opens once the misfortune has happened.</param>
internal sealed class GatedWorkload(IWorkload inner, long heldFrom, WaitHandle gate) : IWorkload
{
    public string Name => inner.Name;

    public RecordSchema Schema => inner.Schema;

    public IReadOnlyDictionary<string, string> Facts => inner.Facts;

    public IRecordSource Open(int source) => new Source(inner.Open(source), heldFrom, gate);

    public void Dispose() => inner.Dispose();

    private sealed class Source(IRecordSource inner, long heldFrom, WaitHandle gate) : IRecordSource
    {
        public void Fill(RecordBatch batch, long firstSequence, int count)
        {
            if (firstSequence + count > heldFrom)
            {
                gate.WaitOne();
            }

            inner.Fill(batch, firstSequence, count);
        }

        public void Dispose() => inner.Dispose();
    }
}
