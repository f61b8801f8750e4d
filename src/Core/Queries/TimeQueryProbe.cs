using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Latency;
using DbIngest.Core.Probing;
using DbIngest.Core.Sources;

namespace DbIngest.Core.Queries;

/// <summary>
/// Asks questions about time ranges at a steady rate while lanes write (<c>--queries</c>), the four kinds in turn. Each question
/// covers the last <see cref="Window"/> of records that were acknowledged when it was asked, so that its right answer is known.
/// <see cref="Pipeline.Probes"/> creates one per process and trial, and <see cref="Pipeline.ProbeRun{TOutcome}"/> runs it on its
/// own thread, with its own connection.
/// </summary>
/// <remarks>
/// The thread of the probe checks answers between questions and after the ingestion. A wrong answer makes the trial invalid, and
/// a failed question is only counted. One question is under way at a time. A response time counts from when the question was due,
/// so that it includes the wait for slow answers before it.
/// </remarks>
internal sealed class TimeQueryProbe : IProbe<TimeQueryOutcome>
{
    /// <summary>Length of the time range of a question, in the time of the records.</summary>
    public static readonly TimeSpan Window = TimeSpan.FromHours(12);

    private const int MostUnchecked = 256;

    // Seconds of checks that may remain at the end of the ingestion, since the trial waits for them.
    private const double MostUncheckedS = 0.5;
    private const int ThresholdSamples = 10;

    private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(100);
    private static readonly TimeQueryKind[] Kinds = Enum.GetValues<TimeQueryKind>();

    private readonly ITarget _target;
    private readonly IWorkload _workload;
    private readonly int _firstSource;
    private readonly int _sources;
    private readonly long _periodTicks;
    private readonly int _values;
    private readonly Func<int, long> _acknowledgedBefore;
    private readonly ExpectedAnswer _expected;

    // Rows of the right answer to the question that is checked.
    private readonly List<TimeQueryRow> _right = [];
    private readonly Queue<GivenAnswer> _unchecked = new(MostUnchecked);
    private readonly TimeQueryTimes[] _times =
    [
        .. Kinds.Select(kind => new TimeQueryTimes { Kind = kind, Service = new(), Response = new() }),
    ];

    private SplitMix64 _random;
    private ITimeQueries? _queries;
    private CancellationToken _abandonment;

    // Questions asked or skipped so far, which choose the kind of the next one.
    private int _turn;

    // Records that the waiting checks read, and those that the finished checks read within so many seconds.
    private long _uncheckedRecords;
    private long _checkedRecords;
    private double _checkingS;
    private long _wrong;
    private string? _firstWrong;

    /// <summary>Creates the probe of a process.</summary>
    /// <param name="target">The prepared target.</param>
    /// <param name="workload">The workload that the lanes write.</param>
    /// <param name="firstSource">The first source of the process.</param>
    /// <param name="sources">Number of sources of the process.</param>
    /// <param name="perS">Questions per second of these sources.</param>
    /// <param name="seed">Decides which source and value each question is about.</param>
    /// <param name="acknowledgedBefore">
    /// Takes the index of a source in the process and returns the sequence number before which all its records are acknowledged.
    /// </param>
    public TimeQueryProbe(ITarget target, IWorkload workload, int firstSource, int sources, double perS, ulong seed,
        Func<int, long> acknowledgedBefore)
    {
        (_target, _workload, _firstSource, _sources, _acknowledgedBefore) =
            (target, workload, firstSource, sources, acknowledgedBefore);
        _periodTicks = (long)(Stopwatch.Frequency / perS);
        _values = workload.Schema.BeforeAddition.MeasuredCount;
        _expected = new ExpectedAnswer(workload, firstSource, sources);
        _random = new SplitMix64(SplitMix64.Mix(seed ^ 0x71756572696573 ^ (ulong)firstSource));
    }

    /// <summary>
    /// When the first question is due, in times between two questions after the common start. Processes of a trial have different
    /// values, so that they do not ask in step.
    /// </summary>
    public double FirstDue { get; init; } = 1;

    /// <summary>Which kind the first question has, by the number of the process. The others follow in turn.</summary>
    public int FirstTurn { get; init; }

    /// <inheritdoc/>
    public string Option => "--queries";

    /// <inheritdoc/>
    public TimeQueryOutcome Outcome => new()
    {
        Kinds = _times,
        Wrong = _wrong,
        FirstWrong = _firstWrong,
    };

    /// <inheritdoc/>
    public void Open(CancellationToken abandonment)
    {
        _abandonment = abandonment;
        _queries = _target.OpenQueries(abandonment)
            ?? throw new TargetException("This write path answers no questions about time ranges; leave --queries out.");
    }

    /// <inheritdoc/>
    public void Run(long start, CancellationToken stop)
    {
        long due = start + (long)(_periodTicks * FirstDue);
        _turn = FirstTurn;

        // An abandonment cuts the question under way, once: nothing would cut another one.
        while (!stop.IsCancellationRequested && !_abandonment.IsCancellationRequested)
        {
            long now = Stopwatch.GetTimestamp();
            if (now < due)
            {
                CheckOne();
                now = Stopwatch.GetTimestamp();
                if (now < due && _unchecked.Count == 0)
                {
                    stop.WaitHandle.WaitOne(TimeSpan.FromSeconds(
                        Math.Min((due - now) / (double)Stopwatch.Frequency, LongestWait.TotalSeconds)));
                }

                continue;
            }

            Ask(due);
            due += _periodTicks;
            if (IsFull)
            {
                // Bounds memory and time: checks all answers now. Questions that fall due meanwhile count as skipped and have no
                // times.
                CheckAll();
                due += Skip(due);
            }
        }

        CheckAll();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _queries?.Dispose();
        _expected.Dispose();
    }

    /// <summary>
    /// True if no more answers may wait for their check: there are too many, checking them would take longer than 0.5 s, or none
    /// was checked yet, so that nothing tells how long it takes.
    /// </summary>
    private bool IsFull => _unchecked.Count == MostUnchecked || (_unchecked.Count > 0 && _checkedRecords == 0)
        || _uncheckedRecords * _checkingS > MostUncheckedS * _checkedRecords;

    /// <summary>Leaves out the questions that are due by now, and counts them.</summary>
    /// <param name="due">When the next question is due, in ticks of the monotonic clock.</param>
    /// <returns>Ticks by which to put off the next question.</returns>
    private long Skip(long due)
    {
        long left = Math.Max(0, (Stopwatch.GetTimestamp() - due) / _periodTicks);
        for (long i = 0; i < left; i++)
        {
            _times[_turn++ % Kinds.Length].Skipped++;
        }

        return left * _periodTicks;
    }

    /// <summary>
    /// Asks one question and keeps its answer for the check. Asks nothing until each source concerned has acknowledged records.
    /// </summary>
    private void Ask(long due)
    {
        var kind = Kinds[_turn++ % Kinds.Length];
        var times = _times[(int)kind];
        int index = kind == TimeQueryKind.HourlyMean ? 0 : _random.NextBelow(_sources);
        int count = kind == TimeQueryKind.HourlyMean ? _sources : 1;
        int value = _random.NextBelow(_values);
        long[] ends = new long[count];
        long until = long.MaxValue;
        for (int i = 0; i < count; i++)
        {
            ends[i] = _acknowledgedBefore(index + i);
            if (ends[i] == 0)
            {
                return;
            }

            until = Math.Min(until, _expected.TimeOf(_firstSource + index + i, ends[i]));
        }

        int source = _firstSource + index;
        long from = until - (long)Window.TotalMicroseconds;
        var query = new TimeQuery(kind, source, count, value, from, until,
            kind == TimeQueryKind.Above ? Threshold(source, value, ends[0]) : 0);
        var rows = new List<TimeQueryRow>();
        long asked = Stopwatch.GetTimestamp();
        try
        {
            _queries!.Ask(query, rows);
        }
        catch (TargetException)
        {
            times.Errors++;
            return;
        }

        long now = Stopwatch.GetTimestamp();
        times.Service.Record(MonotonicTicks.Nanoseconds(now - asked));
        times.Response.Record(MonotonicTicks.Nanoseconds(now - due));
        var answer = new GivenAnswer(query, ends, rows, RecordsOf(query, ends[0]));
        _unchecked.Enqueue(answer);
        _uncheckedRecords += answer.Records;
    }

    /// <summary>
    /// About as many records as a question asks for. Sources have nearly equal numbers of records in a range of time, so that one
    /// stands for all: the next question waits for this.
    /// </summary>
    private long RecordsOf(in TimeQuery query, long end) => query.Kind == TimeQueryKind.Last ? 1
        : query.Sources * Math.Max(1, end - _expected.FirstAt(query.Source, query.From, end));

    /// <summary>
    /// A threshold for one value: the largest of ten drawn records, so that about one record in eleven lies above it.
    /// </summary>
    private double Threshold(int source, int value, long end)
    {
        double most = double.NegativeInfinity;
        for (int i = 0; i < ThresholdSamples; i++)
        {
            double one = _expected.ValueOf(source, (long)(_random.Next() % (ulong)end), value);
            most = one > most ? one : most;
        }

        return double.IsFinite(most) ? most : 0;
    }

    private void CheckAll()
    {
        while (_unchecked.Count > 0)
        {
            CheckOne();
        }
    }

    private void CheckOne()
    {
        if (!_unchecked.TryDequeue(out var answer))
        {
            return;
        }

        long begun = Stopwatch.GetTimestamp();
        Check(answer);
        _checkingS += Stopwatch.GetElapsedTime(begun).TotalSeconds;
        _checkedRecords += answer.Records;
        _uncheckedRecords -= answer.Records;
    }

    private void Check(GivenAnswer answer)
    {
        var times = _times[(int)answer.Query.Kind];
        try
        {
            times.Records += _expected.Of(answer.Query, answer.Ends, answer.Rows, _right, _abandonment);
        }
        catch (OperationCanceledException)
        {
            throw new TargetException(
                "Not all answers to --queries could be checked before the trial ended; ask less often, or leave --queries out.");
        }
        catch (TargetException)
        {
            // The input is out of order, so that an answer which seemed wrong before may have been right.
            (_wrong, _firstWrong) = (0, null);
            throw;
        }

        answer.Rows.Sort(static (a, b) => (a.Source, a.Time).CompareTo((b.Source, b.Time)));
        if (AnswerCheck.Difference(answer.Rows, _right, _expected.Scale) is not { } difference)
        {
            return;
        }

        if (_queries!.MayLag && AnswerCheck.MayBeBehind(answer.Rows, _right))
        {
            times.Behind++;
            return;
        }

        _wrong++;
        _firstWrong ??= $"{answer.Query.Kind} was {difference}";
    }

    /// <summary>An answer that is not checked yet, and about how many records the check reads.</summary>
    private readonly record struct GivenAnswer(TimeQuery Query, long[] Ends, List<TimeQueryRow> Rows, long Records);
}
