using DbIngest.Abstractions.Audit;

namespace DbIngest.Targets.Hybrid;

/// <summary>
/// Joins the stored records with the control data during an audit. <see cref="HybridTarget"/> reads the records into it. Every
/// acknowledged record must be promised by exactly one row, every promise must be kept unless a mix may delete records, and the
/// time in a row must be that of its first record. It passes every stored record on to the audit of the records, and adds its
/// findings and those of both databases there. It has the extents of that audit, since a database may read by them.
/// </summary>
/// <remarks>
/// Records and row of a batch that was never acknowledged may be stored or missing, independently of each other. Several
/// threads may add rows at once. <see cref="Compare(CancellationToken)"/> runs once, after all rows.
/// </remarks>
internal sealed class JoinedContent : StoredContent
{
    private readonly StoredContent _audit;
    private readonly ControlContent _control;
    private readonly ControlContent.Promise[][] _promises;
    private readonly bool _mayLack;
    private readonly SequenceBitmap[] _stored;
    private readonly SequenceBitmap[] _storedTwice;
    private long _wrongTimes;

    /// <summary>Starts the join.</summary>
    /// <param name="audit">The audit of the records.</param>
    /// <param name="control">The control data, completely read.</param>
    /// <param name="mayLack">
    /// True if a mix may delete single records, which their row still promises. The audit of the records reports missing ones.
    /// </param>
    public JoinedContent(StoredContent audit, ControlContent control, bool mayLack)
        : base(audit.ValueCount, audit.Extents, audit)
    {
        _audit = audit;
        _control = control;
        _mayLack = mayLack;
        _promises = [.. Enumerable.Range(0, audit.Sources).Select(control.PromisesOf)];
        _stored = [.. audit.Extents.Select(extent => new SequenceBitmap(extent.Records))];
        _storedTwice = [.. audit.Extents.Select(extent => new SequenceBitmap(extent.Records))];
    }

    /// <inheritdoc/>
    public override StoredPartition OpenPartition() => new Partition(this, _audit.OpenPartition());

    /// <summary>Compares records and control data once all records are read, and adds mismatches to the audit.</summary>
    /// <param name="cancellation">Cancels the comparison.</param>
    public void Compare(CancellationToken cancellation)
    {
        if (ForeignRows > 0)
        {
            // Source -1 makes the audit of the records count them as foreign.
            _audit.AddHashed(source: -1, 0, ForeignRows, 0);
        }

        foreach (string finding in _control.Findings.Concat(Findings))
        {
            _audit.AddFinding(finding);
        }

        if (_control.Foreign > 0)
        {
            Find($"{_control.Foreign} rows of control data are of sources that the trial does not have");
        }

        if (_control.Untrue > 0)
        {
            Find($"{_control.Untrue} rows of control data contradict themselves");
        }

        if (_wrongTimes > 0)
        {
            Find($"{_wrongTimes} rows of control data have another time than the first record of their batch");
        }

        var extents = _audit.Extents;
        for (int source = 0; source < extents.Count; source++)
        {
            Compare(source, extents[source], cancellation);
        }
    }

    private void Compare(int source, SourceExtent extent, CancellationToken cancellation)
    {
        if (_control.RegistrationsOf(source) != 1)
        {
            Find($"source {source}: it is registered {_control.RegistrationsOf(source)} times in the control data");
        }

        if (extent.IsUnknown)
        {
            return;
        }

        var promised = new SequenceBitmap(extent.Records);
        var doubled = new Mismatch();
        var unkept = new Mismatch();
        var beyond = new Mismatch();
        foreach (var promise in _promises[source])
        {
            cancellation.ThrowIfCancellationRequested();
            if (promise.First + promise.Count > extent.Records)
            {
                beyond.Add(promise.First);
                continue;
            }

            for (long sequence = promise.First; sequence < promise.First + promise.Count; sequence++)
            {
                bool isNew = promised.Mark(sequence);
                if (DoubtAt(extent, sequence) is null)
                {
                    // The audit of the records already reports records that are stored twice.
                    doubled.AddIf(!isNew && !_storedTwice[source].IsMarked(sequence), sequence);
                    unkept.AddIf(!_mayLack && !_stored[source].IsMarked(sequence), sequence);
                }
            }
        }

        var unpromised = new Mismatch();
        long next = promised.FirstUnmarked(0);
        while (next < extent.Records)
        {
            cancellation.ThrowIfCancellationRequested();
            var doubt = DoubtAt(extent, next);
            unpromised.AddIf(doubt is null && _stored[source].IsMarked(next), next);

            // One step past all that was not acknowledged: a source whose process was lost may lack a billion records.
            next = promised.FirstUnmarked(doubt is { } range ? Math.Min(extent.Records, range.First + range.Count) : next + 1);
        }

        Say(source, beyond, "rows of control data promise records that were never sent");
        Say(source, doubled, "records have more than one row of control data");
        Say(source, unkept, "records that the control data promise are missing");
        Say(source, unpromised, "records have no row of control data");
    }

    private void Say(int source, Mismatch mismatch, string what)
    {
        if (mismatch.Count > 0)
        {
            Find($"source {source}: {mismatch.Count} {what}, the first is {mismatch.First}");
        }
    }

    private void Find(FormattableString finding) => _audit.AddFinding(FormattableString.Invariant(finding));

    /// <summary>The range of records that were never acknowledged in which a record lies. Null if it was acknowledged.</summary>
    private static SequenceRange? DoubtAt(SourceExtent extent, long sequence)
    {
        foreach (var range in extent.Unacknowledged)
        {
            if (range.Contains(sequence))
            {
                return range;
            }
        }

        return null;
    }

    /// <summary>Counts mismatches of one kind and keeps the first sequence number.</summary>
    private struct Mismatch
    {
        public long Count { get; private set; }

        public long First { get; private set; }

        public void Add(long sequence)
        {
            First = Count++ == 0 ? sequence : First;
        }

        public void AddIf(bool mismatches, long sequence)
        {
            if (mismatches)
            {
                Add(sequence);
            }
        }
    }

    /// <summary>Joins the rows that one thread reads, and passes them on to the audit's partition.</summary>
    private sealed class Partition(JoinedContent whole, StoredPartition audited) : StoredPartition(whole)
    {
        public override void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values)
        {
            audited.Add(source, sequence, timestamp, quality, values);
            if ((uint)source >= (uint)whole._stored.Length || (ulong)sequence >= (ulong)whole._stored[source].Length)
            {
                return;
            }

            if (!whole._stored[source].Mark(sequence))
            {
                whole._storedTwice[source].Mark(sequence);
            }

            var promises = whole._promises[source];
            int at = FirstAt(promises, sequence);
            if (at < promises.Length && promises[at].First == sequence && promises[at].Timestamp != timestamp)
            {
                Interlocked.Increment(ref whole._wrongTimes);
            }
        }

        protected override void Dispose(bool disposing)
        {
            audited.Dispose();
            base.Dispose(disposing);
        }

        /// <summary>Index of the first promise at or after a sequence number.</summary>
        private static int FirstAt(ControlContent.Promise[] promises, long sequence)
        {
            int low = 0;
            int high = promises.Length;
            while (low < high)
            {
                int middle = (low + high) >>> 1;
                (low, high) = promises[middle].First < sequence ? (middle + 1, high) : (low, middle);
            }

            return low;
        }
    }
}
