using System.Collections.Concurrent;
using DbIngest.Abstractions.Audit;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Receives the rows of control data during an audit, and keeps per source which records each row promises.
/// <see cref="HybridTarget"/> reads the control database into it first, and <see cref="JoinedContent"/> then joins the records
/// with it. Several threads may add rows at once. It must be complete before the records are read.
/// </summary>
/// <param name="audit">
/// The audit of the records. Rows of control data count as its progress, and its largest number of rows bounds them too.
/// </param>
internal sealed class ControlContent(StoredContent audit) : StoredContent(ControlData.Schema.ValueCount, [], audit)
{
    private readonly ConcurrentQueue<Promise>[] _promises =
        [.. Enumerable.Range(0, audit.Sources).Select(_ => new ConcurrentQueue<Promise>())];
    private readonly int[] _registrations = new int[audit.Sources];
    private long _foreign;
    private long _untrue;

    /// <summary>Rows of sources that the trial does not have.</summary>
    public long Foreign => _foreign + ForeignRows;

    /// <summary>Rows whose fields contradict each other.</summary>
    public long Untrue => _untrue;

    /// <summary>Number of registrations of a source. Any number but 1 is a finding of the audit.</summary>
    public int RegistrationsOf(int source) => _registrations[source];

    /// <summary>The promises of a source in the order of its records.</summary>
    public Promise[] PromisesOf(int source) => [.. _promises[source].OrderBy(promise => promise.First)];

    /// <inheritdoc/>
    public override StoredPartition OpenPartition() => new Partition(this);

    /// <summary>The records that a row of control data promises.</summary>
    /// <param name="First">Sequence number of the first record.</param>
    /// <param name="Count">Number of records.</param>
    /// <param name="Timestamp">Timestamp of the first record in microseconds UTC.</param>
    internal readonly record struct Promise(long First, long Count, long Timestamp);

    /// <summary>Sorts the rows that one thread reads.</summary>
    private sealed class Partition(ControlContent whole) : StoredPartition(whole)
    {
        public override void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
            CountRow();
            if ((uint)source >= (uint)whole._promises.Length || sequence < 0)
            {
                Interlocked.Increment(ref whole._foreign);
            }
            else if (!ControlData.IsTrue(source, sequence, timestamp, quality, values))
            {
                Interlocked.Increment(ref whole._untrue);
            }
            else if (sequence == 0)
            {
                Interlocked.Increment(ref whole._registrations[source]);
            }
            else
            {
                whole._promises[source].Enqueue(new Promise(sequence - 1, (long)values[1], timestamp));
            }
        }
    }
}
