using DbIngest.Abstractions.Records;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// A target that throws what no contract knows: the trial is incomplete, the trace is in the log, the program goes on.
/// </summary>
public sealed class TargetDefectTests : IDisposable
{
    private readonly MemoryTarget _target = new();
    private readonly SilentObserver _observer = new();

    public void Dispose() => _target.Dispose();

    [Theory]
    [InlineData("prepare")]
    [InlineData("open writer")]
    [InlineData("write")]
    [InlineData("settle")]
    public void Run_DefectInAVerb_IsIncompleteWithItsTrace(string verb)
    {
        Break(verb);
        using var workload = new CountingWorkload();
        var result = new TrialRunner(new IngestPipeline(), new RetryOptions(1, TimeSpan.FromMilliseconds(1)),
            _observer)
        { IsMeasured = false }.Run(
            Points.Trial(Points.Of()), _target, workload, new ExpectedContent(workload), keepData: false, CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("A defect in the target");
        result.Error.ShouldContain($"null in {verb}");
        _observer.Defects.ShouldHaveSingleItem().ShouldContain(nameof(Defect), customMessage: "the trace says where");
    }

    /// <summary>A batch that could not be filled was never sent: the database is not accused of having lost it.</summary>
    [Theory]
    [InlineData(null, 8)]
    [InlineData("insert=50,update=50", 36)]
    [InlineData("insert=50,update=50,keys=zipfian:shared", 36)]
    public void Run_RecordsThatCannotBeRead_IsIncompleteWithoutFindings(string? mix, int failsAt)
    {
        using var workload = new UnreadableWorkload(failsAt);
        var point = Points.Of(sources: 1) with { Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null };
        var result = new TrialRunner(new IngestPipeline(), RetryOptions.Default, _observer) { IsMeasured = false }.Run(
            Points.Trial(point), _target, workload, new ExpectedContent(workload), keepData: false, CancellationToken.None);

        result.Status.ShouldBe(TrialStatus.Incomplete);
        result.Error.ShouldNotBeNull().ShouldContain("disk");
        result.Acknowledged.ShouldBeGreaterThan(0);
        result.Audit.ShouldNotBeNull().Findings.ShouldBeEmpty();
    }

    private void Break(string verb)
    {
        switch (verb)
        {
            case "prepare":
                _target.OnPrepare = () => Defect(verb);
                break;
            case "open writer":
                _target.OnOpenWriter = _ => Defect(verb);
                break;
            case "write":
                _target.BeforeWrite = (_, _) => Defect(verb);
                break;
            default:
                _target.OnSettle = () => Defect(verb);
                break;
        }
    }

    private static void Defect(string verb) => throw new InvalidOperationException($"null in {verb}");

    /// <summary>One reading of its records fails, as on a disk that holds a recording.</summary>
    private sealed class UnreadableWorkload(int failsAt) : IWorkload
    {
        private readonly CountingWorkload _inner = new();
        private readonly int _failsAt = failsAt;
        private int _fills;

        public string Name => _inner.Name;

        public RecordSchema Schema => _inner.Schema;

        public IReadOnlyDictionary<string, string> Facts => _inner.Facts;

        public IRecordSource Open(int source) => new Stream(this, _inner.Open(source));

        public void Dispose() => _inner.Dispose();

        private sealed class Stream(UnreadableWorkload workload, IRecordSource inner) : IRecordSource
        {
            public void Fill(RecordBatch batch, long firstSequence, int count)
            {
                if (Interlocked.Increment(ref workload._fills) == workload._failsAt)
                {
                    throw new IOException("The disk cannot be read.");
                }

                inner.Fill(batch, firstSequence, count);
            }

            public void Dispose() => inner.Dispose();
        }
    }
}
