using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Operations;

/// <summary>
/// Reads back records of lanes that own them, in a trial with lasting updates. A record of such an update may be stored with the
/// content of the update in place of its current content. A row with either counts and is hashed by the current content, so that
/// the checksum of the replay holds. A row with any other content fails the audit by its checksum.
/// <see cref="Trials.MixAudit"/> creates one per audit of such a trial.
/// </summary>
/// <param name="workload">Supplied the records.</param>
/// <param name="sources">For each source, what must be stored.</param>
/// <param name="lasting">The lasting updates with the current versions of their records. It must not change any more.</param>
internal sealed class OwnContentCheck(IWorkload workload, IReadOnlyList<SourceExtent> sources, LastingUpdates lasting)
    : StoredContent(workload.Schema.ValueCount, sources)
{
    /// <inheritdoc/>
    public override StoredPartition OpenPartition() => new Partition(this, workload, lasting);

    /// <summary>Checks the rows that one thread reads.</summary>
    private sealed class Partition(OwnContentCheck whole, IWorkload workload, LastingUpdates lasting) : StoredPartition(whole)
    {
        private readonly IRecordSource?[] _records = new IRecordSource?[whole.Sources];
        private readonly RecordBatch _record = new(workload.Schema, 1);
        private readonly double[] _values = new double[workload.Schema.ValueCount];

        public override void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
            var allowed = lasting.Of(source, sequence);
            if (allowed.Count == 0 || !Matches(source, sequence, timestamp, quality, values, allowed))
            {
                base.Add(source, sequence, timestamp, quality, values);
                return;
            }

            RecordVersion.Apply(_record, 0, allowed[^1]);
            for (int column = 0; column < _values.Length; column++)
            {
                _values[column] = _record.Values[column * _record.Capacity];
            }

            base.Add(source, sequence, timestamp, _record.Qualities[0], _values);
        }

        protected override void Dispose(bool disposing)
        {
            foreach (var records in _records)
            {
                records?.Dispose();
            }

            base.Dispose(disposing);
        }

        /// <summary>Fills the loaded content of a record, and says whether a row has it in one of the allowed versions.</summary>
        private bool Matches(
            int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values, IReadOnlyList<int> allowed)
        {
            var records = _records[source] ??= workload.Open(source);
            records.Fill(_record, sequence, 1);
            return RecordVersion.Matches(_record, 0, timestamp, quality, values, out int version) && allowed.Contains(version);
        }
    }
}
