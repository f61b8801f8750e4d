using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Operations.Shared;

/// <summary>
/// Checks the stored content of shared records while a target reads it back: quality and all values of a row must be of one
/// version, and <see cref="SharedVerdict"/> must allow that version. A row of one version is counted and hashed by its loaded
/// content, so that the audit's checksum does not depend on later writes. <see cref="Trials.MixAudit"/> creates one per audit of
/// a mix with shared keys.
/// </summary>
internal sealed class SharedContentCheck : StoredContent
{
    private readonly SharedKeys _keys;
    private readonly IWorkload _workload;
    private readonly Func<long, int, string?> _judge;
    private readonly Lock _lock = new();
    private long _torn;
    private string? _firstTorn;
    private long _wrong;
    private string? _firstWrong;

    /// <summary>Creates the check.</summary>
    /// <param name="workload">Supplied the records.</param>
    /// <param name="keys">The shared records.</param>
    /// <param name="sources">For each source, what it loaded and inserted.</param>
    /// <param name="judge">
    /// Takes a record's index and stored version and says what is wrong. Returns null if the version is right. Several threads
    /// call it at once.
    /// </param>
    public SharedContentCheck(
        IWorkload workload, SharedKeys keys, IReadOnlyList<SourceExtent> sources, Func<long, int, string?> judge)
        : base(workload.Schema.ValueCount, sources)
    {
        _workload = workload;
        _keys = keys;
        _judge = judge;
    }

    /// <inheritdoc/>
    public override StoredPartition OpenPartition() => new Partition(this);

    /// <summary>Adds a finding for torn and for wrong records. Call it after all partitions are disposed.</summary>
    public void Conclude()
    {
        if (_torn > 0)
        {
            AddFinding(FormattableString.Invariant(
                $"{_torn} records have content of no single version: of two, or of another record; the first is {_firstTorn}"));
        }

        if (_wrong > 0)
        {
            AddFinding(FormattableString.Invariant(
                $"{_wrong} records are stored in a wrong version; the first is {_firstWrong}"));
        }
    }

    /// <summary>Checks the rows that one thread reads, and adds its counts to the whole when it is disposed.</summary>
    private sealed class Partition : StoredPartition
    {
        private const int Ahead = 128;

        private readonly SharedContentCheck _whole;
        private readonly IRecordSource?[] _records;
        private readonly RecordBatch?[] _batches;
        private readonly double[] _values;
        private long _torn;
        private string? _firstTorn;
        private long _wrong;
        private string? _firstWrong;

        public Partition(SharedContentCheck whole)
            : base(whole)
        {
            _whole = whole;
            _records = new IRecordSource?[whole.Sources];
            _batches = new RecordBatch?[whole.Sources];
            _values = new double[whole.ValueCount];
        }

        public override void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
            if ((uint)source >= (uint)_records.Length || (ulong)sequence >= (ulong)_whole._keys.PerSource)
            {
                base.Add(source, sequence, timestamp, quality, values);
                return;
            }

            var original = OriginalOf(source, sequence, out int row);
            if (!RecordVersion.Matches(original, row, timestamp, quality, values, out int version))
            {
                _torn++;
                _firstTorn ??= Name(source, sequence);
                base.Add(source, sequence, timestamp, quality, values);
                return;
            }

            if (_whole._judge(_whole._keys.IndexOf(source, sequence), version) is { } why)
            {
                _wrong++;
                _firstWrong ??= $"{Name(source, sequence)}: {why}";
            }

            for (int column = 0; column < _values.Length; column++)
            {
                _values[column] = original.Values[(column * original.Capacity) + row];
            }

            base.Add(source, sequence, timestamp, original.Qualities[row], _values);
        }

        protected override void Dispose(bool disposing)
        {
            lock (_whole._lock)
            {
                _whole._torn += _torn;
                _whole._wrong += _wrong;
                _whole._firstTorn ??= _firstTorn;
                _whole._firstWrong ??= _firstWrong;
                _torn = _wrong = 0;
            }

            foreach (var records in _records)
            {
                records?.Dispose();
            }

            base.Dispose(disposing);
        }

        private static string Name(int source, long sequence) =>
            FormattableString.Invariant($"record {sequence} of source {source}");

        /// <summary>
        /// Returns the loaded content of a record. While rows come in the order of their sequence numbers, it fills 128 at a
        /// time.
        /// </summary>
        private RecordBatch OriginalOf(int source, long sequence, out int row)
        {
            var batch = _batches[source] ??= new RecordBatch(_whole._workload.Schema, Ahead);
            long at = sequence - batch.FirstSequence;
            if (batch.Count == 0 || at < 0 || at >= batch.Count)
            {
                var records = _records[source] ??= _whole._workload.Open(source);
                bool isNext = batch.Count > 0 && at == batch.Count;
                records.Fill(batch, sequence, isNext ? (int)Math.Min(Ahead, _whole._keys.PerSource - sequence) : 1);
                at = 0;
            }

            row = (int)at;
            return batch;
        }
    }
}
