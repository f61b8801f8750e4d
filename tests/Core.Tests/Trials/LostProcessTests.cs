using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sources;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Trials;

/// <summary>
/// Trials whose source processes are lost after they have written: incomplete, and the database is accused of nothing.
/// </summary>
public sealed class LostProcessTests
{
    private readonly MemoryTarget _target = new() { Repeats = Repeats.KeepsBoth };

    [Theory]
    [InlineData("insert=50,update=25,delete=25", 0)]
    [InlineData("insert=50,update=25,delete=25", 1)]
    [InlineData("insert=50,update=50,keys=zipfian:shared", 0)]
    [InlineData("insert=50,update=50,keys=zipfian:shared", 1)]
    public void Run_MixOfLostProcesses_IsIncomplete(string text, int kept)
    {
        OperationMix.TryParse(text, out var mix).ShouldBeTrue();

        var result = Run(Points.Of(sources: 2, records: 700, batch: 10) with { Mix = mix }, kept);

        result.Status.ShouldBe(TrialStatus.Incomplete, result.Error);
        result.Audit!.Findings.ShouldBeEmpty();
        result.Audit.UnacknowledgedRecords.ShouldBe(_target.Rows.Count(row => row.Source >= kept));
        result.AcknowledgedOperations.ShouldBe(kept * 700);
    }

    /// <summary>The increments of a lost process are unknown, so that "0 of N lost" would be made up.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Run_IncrementsOfLostProcesses_TellNoLostUpdates(int kept)
    {
        OperationMix.TryParse("rmw-plain=1,keys=zipfian:shared", out var mix).ShouldBeTrue();

        var result = Run(Points.Of(sources: 2, records: 700, batch: 10) with { Mix = mix }, kept);

        result.Status.ShouldBe(TrialStatus.Incomplete, result.Error);
        result.Audit!.Findings.ShouldBeEmpty();
        result.Audit.Shared.ShouldBeNull();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Run_DuplicatesOfLostProcesses_AreIncompleteAndAudited(int kept)
    {
        Duplicates.TryParse("10%", out var share).ShouldBeTrue();

        var result = Run(Points.Of(sources: 3, records: 1000, batch: 10) with { Duplicates = share }, kept);

        result.Status.ShouldBe(TrialStatus.Incomplete, result.Error);
        result.Error.ShouldBe("A source process has ended.");
        result.Audit!.Findings.ShouldBeEmpty();
        result.Audit.StoredRecords.ShouldBe(_target.Rows.Count(row => row.Source < kept));
        result.Repeats!.SentTwice.ShouldBe(kept * 100);
    }

    private TrialResult Run(Point point, int kept)
    {
        using var workload = new CountingWorkload();
        return new TrialRunner(new LossyEngine(kept), RetryOptions.Default, new SilentObserver())
        {
            IsMeasured = false,
            Seed = 3,
        }.Run(Points.Trial(point), _target, workload, new(workload), keepData: true, CancellationToken.None);
    }

    /// <summary>Loses the outcome of all sources but the first, as of one process that has ended.</summary>
    private sealed class LossyEngine(int kept) : IIngestEngine
    {
        public IIngestRun Open(
            IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation) => request.IsLoad
                ? new IngestPipeline().Open(request, target, workload, cancellation)
                : new LossyRun(kept, request, target, workload, cancellation);
    }

    private sealed class LossyRun(
        int kept, IngestRequest request, ITarget target, IWorkload workload, CancellationToken cancellation) : IIngestRun
    {
        private readonly int _lost = request.Point.Sources.Total - kept;
        private readonly List<LocalIngestRun> _parts =
        [
            .. kept == 0 ? Array.Empty<LocalIngestRun>()
                : [IngestPipeline.Open(request, target, workload, 0, kept, cancellation)],
            IngestPipeline.Open(request, target, workload, kept, request.Point.Sources.Total - kept, cancellation),
        ];

        public long AcknowledgedRecords => _parts.Sum(part => part.AcknowledgedRecords);

        public IReadOnlyList<int> ClientProcesses { get; } = [Environment.ProcessId];

        public long Start() => _parts.Select(part => part.Start()).Max();

        public IngestOutcome Wait()
        {
            var outcomes = _parts.ConvertAll(part => part.Wait());
            outcomes[^1] = IngestOutcome.Unknown(kept, _lost, request, "A source process has ended.");
            return IngestOutcome.Merge(outcomes);
        }

        public void Dispose() => _parts.ForEach(part => part.Dispose());
    }
}
