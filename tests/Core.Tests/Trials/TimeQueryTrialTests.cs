using System.Collections.Concurrent;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// Trials with questions about time ranges: what they find in stores that answer right, wrongly, late or not at all. The store
/// keeps rows and answers from them, by its own loops.
/// </summary>
public sealed class TimeQueryTrialTests
{
    [Fact]
    public void Run_StoreThatAnswersRight_IsCompleteAndTimed()
    {
        var result = Run(new AskedStore());
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var kinds = result.Queries.ShouldNotBeNull();
        kinds.Select(kind => kind.Kind).ShouldBe(Enum.GetValues<TimeQueryKind>());
        kinds.ShouldAllBe(kind => kind.Response!.Batches > 10 && kind.Service!.Batches == kind.Response.Batches
            && kind.Errors == 0 && kind.Behind == 0 && kind.Records > 0);
        kinds.ShouldAllBe(kind => kind.Service!.MinUs <= kind.Response!.MinUs);
    }

    /// <summary>
    /// Each fault is one that a database might have. The trial is invalid, and the message says what was asked.
    /// </summary>
    [Theory]
    [InlineData(TimeQueryKind.Last, "Last was ")]
    [InlineData(TimeQueryKind.Above, "Above was ")]
    [InlineData(TimeQueryKind.HourlyMaximum, "HourlyMaximum was ")]
    [InlineData(TimeQueryKind.HourlyMean, "HourlyMean was ")]
    public void Run_StoreThatForgetsARow_IsInvalid(TimeQueryKind kind, string words)
    {
        var result = Run(new AskedStore { Forgets = kind });
        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldContain("questions of --queries had a wrong answer");
        result.Error.ShouldContain(words);
    }

    [Fact]
    public void Run_StoreWhoseMeanIsATrifleWrong_IsInvalid() =>
        Run(new AskedStore { Error = 1e-5 }).Status.ShouldBe(TrialStatus.Invalid);

    /// <summary>A store that says so may answer from fewer records, and is not invalid.</summary>
    [Fact]
    public void Run_StoreThatLags_IsBehindAndComplete()
    {
        var result = Run(new AskedStore { Forgets = TimeQueryKind.HourlyMean, MayLag = true });
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        var kinds = result.Queries.ShouldNotBeNull().ToDictionary(kind => kind.Kind);
        kinds[TimeQueryKind.HourlyMean].Behind.ShouldBe(kinds[TimeQueryKind.HourlyMean].Response!.Batches);
        kinds[TimeQueryKind.Last].Behind.ShouldBe(0);
    }

    /// <summary>What a lagging store may not do is invent records.</summary>
    [Fact]
    public void Run_StoreThatLagsAndInvents_IsInvalid() =>
        Run(new AskedStore { Invents = true, MayLag = true }).Status.ShouldBe(TrialStatus.Invalid);

    [Fact]
    public void Run_QuestionsThatFail_AreCountedAndHarmNothing()
    {
        var result = Run(new AskedStore { Refuses = true });
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
        result.Queries.ShouldNotBeNull().ShouldAllBe(kind => kind.Errors > 0 && kind.Response == null);
    }

    /// <summary>The first question is about the newest record, and its answer seems wrong.</summary>
    [Fact]
    public void Run_InputThatIsNotInOrder_SaysSoAndBlamesNoAnswer()
    {
        var result = Run(new AskedStore(), workload: new Unordered());
        result.Error.ShouldNotBeNull().ShouldContain("is older than the one before it");
        result.Audit.ShouldNotBeNull().Findings.ShouldBeEmpty();
    }

    /// <summary>The store returns the first of the newest records, which have different values.</summary>
    [Fact]
    public void Run_InputThatRepeatsTimes_MayHaveAnyOfTheNewestRecords()
    {
        var result = Run(new AskedStore(), workload: new Tied());
        result.Status.ShouldBe(TrialStatus.Complete, result.Error);
    }

    [Fact]
    public void Run_InputThatRepeatsTimesAndStoreThatForgets_IsInvalid() =>
        Run(new AskedStore { Forgets = TimeQueryKind.HourlyMean }, workload: new Tied()).Status.ShouldBe(TrialStatus.Invalid);

    /// <summary>A value of none of the newest records is wrong.</summary>
    [Fact]
    public void Run_InputThatRepeatsTimesAndStoreThatErrs_IsInvalid()
    {
        var result = Run(new AskedStore { LastError = 0.25 }, workload: new Tied());
        result.Status.ShouldBe(TrialStatus.Invalid);
        result.Error.ShouldNotBeNull().ShouldContain("Last was ");
    }

    [Fact]
    public void Run_SeveralBatchesInFlight_AsksOnlyAboutWhatIsAcknowledged() =>
        Run(new AskedStore { Slow = true }, inFlight: 4).Status.ShouldBe(TrialStatus.Complete);

    [Fact]
    public void Run_WithoutQuestions_TellsNothing() => Run(new AskedStore(), "none").Queries.ShouldBeNull();

    private static TrialResult Run(AskedStore target, string questions = "200/s", int inFlight = 1, IWorkload? workload = null)
    {
        ProbeRate.TryParse(questions, out var rate).ShouldBeTrue();
        using var records = workload ?? new Minutes();
        var point = Points.Of(sources: 3, records: 1_000_000, batch: 10) with
        {
            Queries = rate,
            InFlight = inFlight,
            DurationS = 1.5,
            Rate = ArrivalRate.TryParse("6000", out var paced) ? paced : null,
        };
        return new TrialRunner(new IngestPipeline(), new RetryOptions(3, TimeSpan.FromMilliseconds(1)), new SilentObserver())
        {
            IsMeasured = false,
        }.Run(Points.Trial(point), target, records, new(records), keepData: true, CancellationToken.None);
    }

    /// <summary>A record every ten seconds, with a missing value now and then.</summary>
    private class Minutes : IWorkload
    {
        public string Name => "minutes";

        public RecordSchema Schema { get; } = new([new("a", "V"), new("b", "A")]);

        public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>();

        public IRecordSource Open(int source) => new Stream(source, TimeOf);

        public void Dispose()
        {
        }

        protected virtual long TimeOf(long sequence) => 1_767_225_600_000_000 + (sequence * 10_000_000);

        private sealed class Stream(int source, Func<long, long> timeOf) : IRecordSource
        {
            public void Fill(RecordBatch batch, long firstSequence, int count)
            {
                batch.Reset(source, firstSequence, count);
                for (int row = 0; row < count; row++)
                {
                    long sequence = firstSequence + row;
                    batch.Timestamps[row] = timeOf(sequence);
                    batch.Column(0)[row] = (sequence * 7919 % 1000) + source;
                    batch.Column(1)[row] = sequence % 7 == 0 ? double.NaN : -sequence % 77 / 3.0;
                }
            }

            public void Dispose()
            {
            }
        }
    }

    /// <summary>Every second record is an hour early.</summary>
    private sealed class Unordered : Minutes
    {
        protected override long TimeOf(long sequence) => base.TimeOf(sequence) - (sequence % 2 == 1 ? 3_600_000_000 : 0);
    }

    /// <summary>Five records each have one time.</summary>
    private sealed class Tied : Minutes
    {
        protected override long TimeOf(long sequence) => base.TimeOf(sequence - (sequence % 5));
    }

    /// <summary>Answers from the rows that it has.</summary>
    private sealed class AskedStore : ForwardingTarget
    {
        private readonly ConcurrentDictionary<(int Source, long Sequence), (long Time, double[] Values)> _rows = new();

        public AskedStore()
            : base(new MemoryTarget())
        {
        }

        public TimeQueryKind? Forgets { get; init; }

        public double Error { get; init; }

        public double LastError { get; init; }

        public bool Invents { get; init; }

        public bool MayLag { get; init; }

        public bool Refuses { get; init; }

        public bool Slow { get; init; }

        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default) =>
            new Writer(this, base.OpenWriter(source, cancellation));

        public override ITimeQueries OpenQueries(CancellationToken cancellation = default) => new Queries(this);

        private sealed class Queries(AskedStore store) : ITimeQueries
        {
            public bool MayLag => store.MayLag;

            public void Ask(in TimeQuery query, List<TimeQueryRow> rows)
            {
                if (store.Refuses)
                {
                    throw new TargetException("no");
                }

                var asked = query;
                rows.Clear();
                var found = store._rows
                    .Where(row => row.Key.Source >= asked.Source && row.Key.Source < asked.Source + asked.Sources)
                    .OrderBy(row => row.Value.Time).ThenByDescending(row => row.Key.Sequence)
                    .Select(row => (row.Key.Source, row.Value.Time, Value: row.Value.Values[asked.Value]))
                    .Where(row => row.Time < asked.Until && (asked.Kind == TimeQueryKind.Last || row.Time >= asked.From))
                    .ToList();
                if (store.Forgets == query.Kind)
                {
                    // The newest record that the answer counts.
                    int newest = found.FindLastIndex(row => asked.Kind == TimeQueryKind.Last || Counts(asked, row.Value));
                    found.RemoveAt(newest < 0 ? found.Count - 1 : newest);
                }

                if (query.Kind == TimeQueryKind.Last)
                {
                    rows.Add(new(found[^1].Source, found[^1].Time, 1, found[^1].Value + store.LastError));
                    return;
                }

                bool isAbove = query.Kind == TimeQueryKind.Above;
                foreach (var group in found.Where(row => !isAbove || Counts(asked, row.Value))
                    .GroupBy(row => (row.Source, Hour: isAbove ? 0 : row.Time / 3_600_000_000 * 3_600_000_000)))
                {
                    var values = group.Select(row => row.Value).Where(value => !double.IsNaN(value)).ToList();
                    double value = values.Count == 0 ? double.NaN
                        : asked.Kind == TimeQueryKind.HourlyMean ? values.Average() : values.Max();
                    rows.Add(new(group.Key.Source, group.Key.Hour, values.Count + (store.Invents ? 1 : 0), value + store.Error));
                }

                if (isAbove && rows.Count == 0)
                {
                    rows.Add(new(query.Source, 0, 0, double.NaN));
                }
            }

            public void Dispose()
            {
            }

            private static bool Counts(TimeQuery query, double value) =>
                !double.IsNaN(value) && (query.Kind != TimeQueryKind.Above || value > query.Threshold);
        }

        private sealed class Writer(AskedStore store, IBatchWriter inner) : IBatchWriter
        {
            public void Write(RecordBatch batch)
            {
                if (store.Slow)
                {
                    Thread.Sleep((int)(batch.FirstSequence % 7));
                }

                inner.Write(batch);
                for (int row = 0; row < batch.Count; row++)
                {
                    store._rows[(batch.Source, batch.FirstSequence + row)] =
                        (batch.Timestamps[row], [batch.Column(0)[row], batch.Column(1)[row]]);
                }
            }

            public BatchFate Recover(RecordBatch batch, bool inDoubt = true) => inner.Recover(batch, inDoubt);

            public void Dispose() => inner.Dispose();
        }
    }
}
