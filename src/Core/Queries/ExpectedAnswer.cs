using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Queries;

/// <summary>
/// Computes the answer to a <see cref="TimeQuery"/> from the record sources, never from the database.
/// <see cref="TimeQueryProbe"/> compares each answer of the database with it. It generates all records of the range again, so an
/// answer may take long, and throws if the records of a source are not in the order of their time. Only the thread of the probe
/// uses it.
/// </summary>
/// <param name="workload">Supplies the records. The timestamps of a source must not decrease.</param>
/// <param name="firstSource">The first source of the process.</param>
/// <param name="sources">Number of sources of the process.</param>
internal sealed class ExpectedAnswer(IWorkload workload, int firstSource, int sources) : IDisposable
{
    private const int ChunkRecords = 1024;

    private readonly IRecordSource?[] _records = new IRecordSource?[sources];
    private readonly RecordBatch _chunk = new(workload.Schema, ChunkRecords);
    private readonly RecordBatch _one = new(workload.Schema, 1);

    /// <summary>
    /// The largest absolute value among the records of the last answer. A mean is only as exact as the largest value in its sum.
    /// </summary>
    public double Scale { get; private set; }

    /// <summary>The time of a record in microseconds UTC.</summary>
    public long TimeOf(int source, long sequence) => One(source, sequence).Timestamps[0];

    /// <summary>A value of a record. NaN for a missing one.</summary>
    public double ValueOf(int source, long sequence, int value) => One(source, sequence).Column(value)[0];

    /// <summary>
    /// Finds the first record of a source at a time or later, by binary search.
    /// </summary>
    /// <param name="source">The source.</param>
    /// <param name="time">The time in microseconds UTC.</param>
    /// <param name="end">Sequence number after the last record to look at.</param>
    /// <returns>The sequence number, or <paramref name="end"/> if all records before it are earlier.</returns>
    public long FirstAt(int source, long time, long end)
    {
        long low = 0;
        for (long high = end; low < high;)
        {
            long middle = low + ((high - low) / 2);
            (low, high) = TimeOf(source, middle) < time ? (middle + 1, high) : (low, middle);
        }

        return low;
    }

    /// <summary>Computes an answer.</summary>
    /// <param name="query">The question.</param>
    /// <param name="ends">
    /// For each source that is asked about, the sequence number before which the answer must contain its records.
    /// </param>
    /// <param name="found">
    /// The answer of the database. Of several newest records with one time it may return any: that one is then the right answer.
    /// </param>
    /// <param name="rows">Receives the rows, by source and time.</param>
    /// <param name="cancellation">Cancels the computation.</param>
    /// <returns>Number of records in the range of the question.</returns>
    /// <exception cref="TargetException">The records of a source are not in the order of their time.</exception>
    public long Of(in TimeQuery query, ReadOnlySpan<long> ends, List<TimeQueryRow> found, List<TimeQueryRow> rows,
        CancellationToken cancellation)
    {
        rows.Clear();
        Scale = 0;
        long records = 0;
        for (int i = 0; i < query.Sources; i++)
        {
            cancellation.ThrowIfCancellationRequested();
            int source = query.Source + i;
            long end = FirstAt(source, query.Until, ends[i]);
            if (query.Kind == TimeQueryKind.Last)
            {
                if (end == 0)
                {
                    // All acknowledged records have the time at which the range ends.
                    continue;
                }

                rows.Add(Newest(query, source, end, found));
                records++;
                continue;
            }

            long first = FirstAt(source, query.From, end);
            var sum = new Aggregate(query, source, rows);
            for (long sequence = first; sequence < end; sequence += _chunk.Count)
            {
                cancellation.ThrowIfCancellationRequested();
                Source(source).Fill(_chunk, sequence, (int)Math.Min(ChunkRecords, end - sequence));
                sum.Add(_chunk);
            }

            sum.End();
            Scale = Math.Max(Scale, sum.Scale);
            records += end - first;
        }

        return records;
    }

    /// <inheritdoc/>
    public void Dispose() => Array.ForEach(_records, records => records?.Dispose());

    /// <summary>The record before a sequence number, or one of the same time if that is the one that was found.</summary>
    private TimeQueryRow Newest(in TimeQuery query, int source, long end, List<TimeQueryRow> found)
    {
        long time = TimeOf(source, end - 1);
        for (long sequence = end - 1; sequence >= 0 && TimeOf(source, sequence) == time; sequence--)
        {
            if (found is [var row] && AnswerCheck.IsNear(row.Value, ValueOf(source, sequence, query.Value), Scale))
            {
                return new(source, time, 1, row.Value);
            }
        }

        return new(source, time, 1, ValueOf(source, end - 1, query.Value));
    }

    private RecordBatch One(int source, long sequence)
    {
        Source(source).Fill(_one, sequence, 1);
        return _one;
    }

    private IRecordSource Source(int source) => _records[source - firstSource] ??= workload.Open(source);

    /// <summary>The rows of one source: one per hour, or a single row for records above a threshold.</summary>
    private struct Aggregate(TimeQuery query, int source, List<TimeQueryRow> rows)
    {
        private bool _isOpen = query.Kind == TimeQueryKind.Above;
        private long _hour;
        private long _before = long.MinValue;
        private long _count;
        private double _sum;
        private double _most = double.NaN;

        /// <summary>The largest absolute value so far.</summary>
        public double Scale { get; private set; }

        public void Add(RecordBatch batch)
        {
            var values = batch.Column(query.Value);
            for (int row = 0; row < batch.Count; row++)
            {
                long time = batch.Timestamps[row];
                if (time < _before)
                {
                    throw new TargetException(FormattableString.Invariant(
                        $"Record {batch.FirstSequence + row} of source {source} is older than the one before it, so answers of --queries cannot be checked; leave --queries out for this input."));
                }

                _before = time;
                long hour = query.Kind == TimeQueryKind.Above ? 0 : HourOf(time);
                if (!_isOpen || hour != _hour)
                {
                    End();
                    (_isOpen, _hour) = (true, hour);
                }

                double value = values[row];
                if (!double.IsNaN(value) && (query.Kind != TimeQueryKind.Above || value > query.Threshold))
                {
                    _count++;
                    _sum += value;
                    _most = _most >= value ? _most : value;
                    Scale = Math.Max(Scale, Math.Abs(value));
                }
            }
        }

        public void End()
        {
            if (_isOpen)
            {
                rows.Add(new(source, _hour, _count, query.Kind == TimeQueryKind.HourlyMean ? _sum / _count : _most));
            }

            (_count, _sum, _most) = (0, 0, double.NaN);
        }

        private static long HourOf(long time) => time - ((time % TimeQuery.HourMicroseconds)
            + (time < 0 && time % TimeQuery.HourMicroseconds != 0 ? TimeQuery.HourMicroseconds : 0));
    }
}
