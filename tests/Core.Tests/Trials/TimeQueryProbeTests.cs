using System.Diagnostics;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Queries;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// The probe of questions without a trial, where each answer takes longer than the time between questions, so that it is never
/// idle: when it checks the answers. A check reads five chunks, each of which takes 10 ms.
/// </summary>
public sealed class TimeQueryProbeTests : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly CancellationTokenSource _abandonment = new();
    private readonly Chunked _workload = new();
    private readonly SlowStore _target = new();

    public void Dispose()
    {
        _target.Dispose();
        _workload.Dispose();
        _stop.Dispose();
        _abandonment.Dispose();
    }

    /// <summary>The trial waits for the checks that are left, half a second at most: ten answers and the last one.</summary>
    [Fact]
    public void Run_AnswersSlowerThanThePeriod_LeavesFewToCheckAtTheEnd()
    {
        long before = 0;
        _target.OnAsk = asked =>
        {
            if (asked == 40)
            {
                before = _workload.Chunks;
                _stop.Cancel();
            }
        };

        Run();

        before.ShouldBeGreaterThan(0);
        (_workload.Chunks - before).ShouldBeLessThan(60);
    }

    [Fact]
    public void Run_Abandoned_ChecksNoFurther()
    {
        _target.OnAsk = asked =>
        {
            if (asked == 8)
            {
                _stop.Cancel();
                _abandonment.Cancel();
            }
        };

        Should.Throw<TargetException>(Run).Message.ShouldContain("leave --queries out");
    }

    /// <summary>The abandonment has cut the first question. Nothing would cut a second one.</summary>
    [Fact]
    public void Run_AbandonedWithAQuestionUnderWay_AsksNoFurther()
    {
        int last = 0;
        _target.OnAsk = asked =>
        {
            last = asked;
            _abandonment.Cancel();
            if (asked > 1)
            {
                _stop.Cancel();
            }

            throw new TargetException("The question was cut.");
        };

        Run();

        last.ShouldBe(1);
    }

    /// <summary>All processes had asked the same kind at the same moment.</summary>
    [Fact]
    public void Run_OfAnotherProcess_BeginsWithAnotherKind()
    {
        _target.OnAsk = _ => _stop.Cancel();

        RunFrom(firstTurn: 6);

        _target.Kind.ShouldBe((TimeQueryKind)2);
    }

    [Theory]
    [InlineData(0, 8, 8, 1.0)]
    [InlineData(0, 2, 8, 0.25)]
    [InlineData(2, 2, 8, 0.5)]
    [InlineData(6, 2, 8, 1.0)]
    public void FirstDueOf_Process_IsItsPlaceAmongAll(int firstSource, int sources, int total, double periods) =>
        Probes.FirstDueOf(firstSource, sources, total).ShouldBe(periods);

    private void Run() => RunFrom(firstTurn: 0);

    private void RunFrom(int firstTurn)
    {
        using var probe = new TimeQueryProbe(_target, _workload, firstSource: 0, sources: 2, perS: 1000, seed: 1, _ => 5000)
        {
            FirstTurn = firstTurn,
        };
        probe.Open(_abandonment.Token);
        probe.Run(Stopwatch.GetTimestamp(), _stop.Token);
    }

    /// <summary>A record each second. Single records cost nothing.</summary>
    private sealed class Chunked : IWorkload
    {
        public long Chunks { get; private set; }

        public string Name => "chunked";

        public RecordSchema Schema { get; } = new([new("a", "V")]);

        public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>();

        public IRecordSource Open(int source) => new Stream(this, source);

        public void Dispose()
        {
        }

        private sealed class Stream(Chunked workload, int source) : IRecordSource
        {
            public void Fill(RecordBatch batch, long firstSequence, int count)
            {
                batch.Reset(source, firstSequence, count);
                for (int row = 0; row < count; row++)
                {
                    batch.Timestamps[row] = (firstSequence + row) * 1_000_000;
                    batch.Column(0)[row] = row;
                }

                if (count > 1)
                {
                    workload.Chunks++;
                    Thread.Sleep(10);
                }
            }

            public void Dispose()
            {
            }
        }
    }

    /// <summary>Answers nothing, and takes twice the time between questions.</summary>
    private sealed class SlowStore() : ForwardingTarget(new MemoryTarget())
    {
        private int _asked;

        public Action<int> OnAsk { get; set; } = static _ => { };

        public TimeQueryKind Kind { get; private set; }

        public override ITimeQueries OpenQueries(CancellationToken cancellation = default) => new Queries(this);

        private sealed class Queries(SlowStore store) : ITimeQueries
        {
            public void Ask(in TimeQuery query, List<TimeQueryRow> rows)
            {
                rows.Clear();
                Thread.Sleep(2);
                store.Kind = query.Kind;
                store.OnAsk(++store._asked);
            }

            public void Dispose()
            {
            }
        }
    }
}
