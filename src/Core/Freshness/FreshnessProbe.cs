using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Probing;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Freshness;

/// <summary>
/// Measures freshness (<c>--freshness</c>): how long after its acknowledgement a query sees a record. At a steady rate the probe
/// draws a source, waits for the source's next acknowledgement, and reads the last record of that batch by its key until the
/// database returns it. If the source acknowledges nothing for a second, the probe draws again. <see cref="Pipeline.Probes"/>
/// creates one per process and trial, and <see cref="Pipeline.ProbeRun{TOutcome}"/> runs it beside the lanes, on its own thread
/// and connection.
/// </summary>
/// <remarks>
/// The result holds for single records read by key, not for other queries. The probe compares each answer with the record source.
/// A record that is not visible yet does not delay the others: the probe asks for up to <see cref="MostAwaited"/> records in
/// turn. It never makes a lane wait.
/// </remarks>
internal sealed class FreshnessProbe : IProbe<FreshnessOutcome>
{
    /// <summary>
    /// Longest time after the acknowledgement of a record for which the probe asks for the record. It then counts as unseen.
    /// </summary>
    public static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private const int MostAwaited = 64;

    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(100);

    // How long the probe waits for a source. One that has sent its last record never answers.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private readonly ITarget _target;
    private readonly IWorkload _workload;
    private readonly int _firstSource;
    private readonly double _periodTicks;

    // The record source of each source, opened at the first answer about it.
    private readonly IRecordSource?[] _records;
    private readonly RecordBatch _expected;
    private readonly double[] _values;
    private readonly ReadTally _found = new();
    private readonly List<AwaitedRecord> _awaited = new(MostAwaited);

    // The outcome so far: FreshnessOutcome says what each figure counts.
    private readonly LatencyHistogram _seen = new();
    private readonly LatencyHistogram _asked = new();
    private readonly LatencyHistogram _waited = new();
    private long _missedAtFirst;
    private long _unseen;
    private long _errors;
    private long _wrong;
    private string? _firstWrong;
    private long _longestInvisible;

    private SplitMix64 _random;
    private IBatchWriter? _writer;
    private IRecordReads _reads = null!;
    private CancellationToken _abandonment;

    /// <summary>Creates the probe of a process.</summary>
    /// <param name="target">The prepared target.</param>
    /// <param name="workload">The workload that the lanes write.</param>
    /// <param name="firstSource">The first source of the process.</param>
    /// <param name="sources">Number of sources of the process.</param>
    /// <param name="perS">Records per second to ask for, over these sources.</param>
    /// <param name="seed">Decides which source the probe draws each time.</param>
    public FreshnessProbe(ITarget target, IWorkload workload, int firstSource, int sources, double perS, ulong seed)
    {
        (_target, _workload, _firstSource) = (target, workload, firstSource);
        _periodTicks = Stopwatch.Frequency / perS;
        _records = new IRecordSource?[sources];
        _expected = new RecordBatch(workload.Schema, 1);

        // The probe opens its writer before --add-values adds values to the table, so its answers lack the added ones.
        _values = new double[workload.Schema.BeforeAddition.ValueCount];
        _random = new SplitMix64(SplitMix64.Mix(seed ^ (ulong)firstSource));
    }

    /// <summary>Receives the acknowledgements that lanes offer.</summary>
    public NextAcknowledgement NextAcknowledgement { get; } = new();

    /// <inheritdoc/>
    public string Option => "--freshness";

    /// <inheritdoc/>
    public FreshnessOutcome Outcome => new()
    {
        Seen = _seen,
        Asked = _asked,
        MissedAtFirst = _missedAtFirst,
        Unseen = _unseen,
        Waited = _waited,
        Errors = _errors,
        Wrong = _wrong,
        FirstWrong = _firstWrong,
        LongestInvisible = _longestInvisible,
        MayLag = _writer is IRecordReads { MayLag: true },
    };

    /// <inheritdoc/>
    public void Open(CancellationToken abandonment)
    {
        _abandonment = abandonment;
        _writer = _target.OpenWriter(_firstSource, abandonment);
        _reads = _writer as IRecordReads
            ?? throw new TargetException("This write path reads no single records; leave --freshness out, or choose another client.");
    }

    /// <inheritdoc/>
    public void Run(long start, CancellationToken stop)
    {
        long due = start;
        int? asked = null;
        long askedAt = 0;
        while (!stop.IsCancellationRequested && !_abandonment.IsCancellationRequested)
        {
            long now = Stopwatch.GetTimestamp();
            if (asked is null && now >= due && _awaited.Count < MostAwaited)
            {
                asked = _random.NextBelow(_records.Length);
                askedAt = now;
                NextAcknowledgement.Ask(_firstSource + asked.Value);
                due = Math.Max(due + (long)_periodTicks, now);
            }

            long next = _awaited.Count == 0 ? long.MaxValue : _awaited.Min(record => record.Due);
            if (asked is { } index)
            {
                if (NextAcknowledgement.Wait(Until(next, now), stop) is var (sequence, acknowledged))
                {
                    _awaited.Add(new AwaitedRecord(index, sequence, acknowledged));
                    asked = null;
                }
                else if (Stopwatch.GetElapsedTime(askedAt) > Patience && NextAcknowledgement.Withdraw(_firstSource + index))
                {
                    // Draws again at once: this probe is still due.
                    (asked, due) = (null, now);
                }
            }
            else
            {
                stop.WaitHandle.WaitOne(Until(Math.Min(next, due), now));
            }

            AskDue(stop);
        }

        long end = Stopwatch.GetTimestamp();
        _awaited.ForEach(record => _waited.Record(MonotonicTicks.Nanoseconds(end - record.Acknowledged)));
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _writer?.Dispose();
        Array.ForEach(_records, records => records?.Dispose());
        NextAcknowledgement.Dispose();
    }

    private static TimeSpan Until(long due, long now) => due == long.MaxValue ? LongestWait
        : TimeSpan.FromSeconds(Math.Clamp((due - now) / (double)Stopwatch.Frequency, 0, LongestWait.TotalSeconds));

    private void AskDue(CancellationToken stop)
    {
        for (int i = _awaited.Count - 1;
            i >= 0 && !stop.IsCancellationRequested && !_abandonment.IsCancellationRequested; i--)
        {
            if (_awaited[i].Due <= Stopwatch.GetTimestamp() && IsSettled(_awaited[i]))
            {
                _awaited.RemoveAt(i);
            }
        }
    }

    /// <summary>Asks the database for a record once.</summary>
    /// <returns>True if the record was found or given up, so that the probe need not ask again.</returns>
    private bool IsSettled(AwaitedRecord record)
    {
        long begun = Stopwatch.GetTimestamp();
        _found.Reset();
        try
        {
            _reads.Read(_firstSource + record.Source, record.Sequence, _found);
        }
        catch (BatchWriteException)
        {
            _errors++;
            if (!_abandonment.IsCancellationRequested)
            {
                // An abandonment has cut the read. Nothing would cut a new connection to a server that hangs.
                Restore();
            }

            return IsGivenUp(record, Stopwatch.GetTimestamp());
        }

        long now = Stopwatch.GetTimestamp();
        long after = MonotonicTicks.Nanoseconds(begun - record.Acknowledged);
        bool isFirst = !record.WasAsked;
        if (isFirst)
        {
            record.WasAsked = true;
            _asked.Record(after);
        }

        if (_found.Count > 0)
        {
            Check(record, MonotonicTicks.Nanoseconds(now - record.Acknowledged));
            return true;
        }

        _missedAtFirst += isFirst ? 1 : 0;
        _longestInvisible = Math.Max(_longestInvisible, after);
        return IsGivenUp(record, now);
    }

    /// <summary>Puts the next question about a record off, or counts the record as unseen after <see cref="Limit"/>.</summary>
    private bool IsGivenUp(AwaitedRecord record, long now)
    {
        if (Stopwatch.GetElapsedTime(record.Acknowledged, now) > Limit)
        {
            _unseen++;
            _waited.Record(MonotonicTicks.Nanoseconds(now - record.Acknowledged));
            return true;
        }

        record.PutOff(now);
        return false;
    }

    /// <summary>
    /// Compares an answer with the record source. A database that keeps both sendings of a record may return the record twice.
    /// </summary>
    private void Check(AwaitedRecord record, long nanoseconds)
    {
        var records = _records[record.Source] ??= _workload.Open(_firstSource + record.Source);
        records.Fill(_expected, record.Sequence, 1);
        if (_found.Checksum == unchecked((ulong)_found.Count * RecordHash.OfRow(_expected, 0, _values)))
        {
            _seen.Record(nanoseconds);
            return;
        }

        _wrong++;
        _firstWrong ??= FormattableString.Invariant(
            $"record {record.Sequence} of source {_firstSource + record.Source} was read with other content than was acknowledged");
    }

    /// <summary>Reconnects after a failed query. While the database is away, the next query fails and comes here again.</summary>
    private void Restore()
    {
        try
        {
            _reads.Restore();
        }
        catch (BatchWriteException)
        {
            _errors++;
        }
    }
}
