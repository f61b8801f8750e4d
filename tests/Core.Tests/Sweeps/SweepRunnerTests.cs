using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Tests.Fakes;
using DbIngest.Core.Trials;

namespace DbIngest.Core.Tests.Sweeps;

public sealed class SweepRunnerTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
    private readonly MemoryTarget _target = new();
    private readonly SilentObserver _observer = new();
    private SweepConfiguration _sweep = Points.Sweep([Points.Of(records: 50), Points.Of(records: 80)]);

    [Fact]
    public void Run_WholeSweep_JournalHasACalibrationAndEveryTrialInOrder()
    {
        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);

        var entries = Journal.Read(_path);
        entries[0].ShouldBeOfType<CalibrationResult>().RecordsPerS.ShouldBeGreaterThan(0);
        entries.Skip(1).Cast<TrialResult>().Select(t => t.Id).ShouldBe(Schedule.Of(_sweep).Select(t => t.Id));
        entries.OfType<TrialResult>().ShouldAllBe(t => t.Status == TrialStatus.Complete);
    }

    [Fact]
    public void Run_InterruptedAndResumed_RunsEveryTrialExactlyOnce()
    {
        using var stop = new CancellationTokenSource();
        int finished = 0;
        _observer.OnFinished = _ =>
        {
            if (++finished == 3)
            {
                stop.Cancel();
            }
        };

        Run(stop.Token).ShouldBe(SweepEnd.Interrupted);
        Journal.Read(_path).OfType<TrialResult>().Count().ShouldBe(3);
        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);

        Journal.Read(_path).OfType<TrialResult>().Select(t => t.Id).ShouldBe(Schedule.Of(_sweep).Select(t => t.Id));
        Journal.Read(_path).OfType<CalibrationResult>().Count().ShouldBe(1);
        Journal.Read(_path).OfType<TrialResult>().Select(t => t.Stretch).ShouldBe([1, 1, 1, 2, 2, 2, 2, 2]);
    }

    [Fact]
    public void Run_UntilEnough_AddsTrialsAndGoesOnWithThemAfterAnInterruption()
    {
        _sweep = _sweep with { Precision = 0.02, MaxTrials = 8 };
        using var stop = new CancellationTokenSource();
        int finished = 0;
        _observer.OnFinished = _ =>
        {
            if (++finished == 11)
            {
                stop.Cancel();
            }
        };

        Run(stop.Token).ShouldBe(SweepEnd.Interrupted);
        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);

        var trials = Journal.Read(_path).OfType<TrialResult>().ToList();
        trials.Count(t => t.Point == _sweep.Points[0]).ShouldBe(4);
        trials.Where(t => t.Point == _sweep.Points[1]).Select(t => t.Trial).ShouldBe([1, 2, 3, 4, 5, 6, 7, 8]);
    }

    [Fact]
    public void Run_JournalOfAnOlderVersion_IsGoneOnWithInASecondStretchAndCalibratedAgain()
    {
        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);
        string[] lines = [.. File.ReadAllLines(_path).Take(4)
            .Select(line => Regex.Replace(line, "\"(stretch|precision|is_warm)\":[^,}]+,?", string.Empty,
            RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture).Replace(",}", "}"))];
        lines[0] = lines[0].Replace("\"sources\":\"3\"", "\"sources\":3");
        File.WriteAllLines(_path, lines);

        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);

        Journal.Read(_path).OfType<TrialResult>().Select(t => t.Stretch).ShouldBe([null, null, null, 2, 2, 2, 2, 2]);
        var ceilings = Journal.Read(_path).OfType<CalibrationResult>().ToList();
        ceilings.Select(c => c.Key).Distinct().Count().ShouldBe(1);
        ceilings.Count.ShouldBe(2);
        ceilings[1].Precision.ShouldNotBeNull();
    }

    [Fact]
    public void Run_CalibrationFails_IsNoneAndTheSweepGoesOn()
    {
        Run(CancellationToken.None,
            new MemoryTarget { BeforeWrite = (_, _) => throw new BatchWriteException("full", false, false) })
            .ShouldBe(SweepEnd.Finished);

        Journal.Read(_path).OfType<CalibrationResult>().ShouldBeEmpty();
        _observer.Notes.ShouldHaveSingleItem().ShouldContain("full");
        Journal.Read(_path).OfType<TrialResult>().Count().ShouldBe(8);
    }

    [Fact]
    public void Run_BlocksInterruptedAndResumed_DeploysEachFreshAndBeginsTheTornOneAgain()
    {
        var sweep = _sweep with { Blocks = 2 };
        var deployments = new List<DateTimeOffset>();
        int? current = null;
        DateTimeOffset? Deploy(ScheduledTrial trial)
        {
            if (trial.Block != current)
            {
                current = trial.Block;
                deployments.Add(DateTimeOffset.UnixEpoch.AddHours(deployments.Count));
            }

            return deployments[^1];
        }

        using var stop = new CancellationTokenSource();
        int finished = 0;
        _observer.OnFinished = _ =>
        {
            if (++finished == 6)
            {
                stop.Cancel();
            }
        };
        Run(sweep, Deploy, stop.Token).ShouldBe(SweepEnd.Interrupted);
        current = null;
        Run(sweep, Deploy, CancellationToken.None).ShouldBe(SweepEnd.Finished);

        var lines = Journal.Read(_path).OfType<TrialResult>().ToList();
        lines.Select(t => (t.Block, t.DeployedUtc)).Distinct()
            .ShouldBe([(1, deployments[0]), (2, deployments[1]), (2, deployments[2])]);
        lines.Count.ShouldBe(6 + 4, "the two trials of the torn block run again");
        lines.GroupBy(t => t.Id).Select(g => g.Last()).Where(t => t.Block == 2).ShouldAllBe(t => t.DeployedUtc == deployments[2]);
    }

    [Fact]
    public void Run_DeploymentCannotBeStarted_LeavesTheRestToAResumedRun()
    {
        var sweep = _sweep with { Blocks = 2 };
        Run(sweep, _ => throw new TargetException("no port"), CancellationToken.None).ShouldBe(SweepEnd.TargetLost);
        var lines = Journal.Read(_path).OfType<TrialResult>().ToList();
        lines.Select(t => t.Block).ShouldBe([1, 1, 1, 2], "the block after one that was lost is tried once");
        lines.ShouldAllBe(t => t.Status == TrialStatus.Unreachable && t.Error == "no port");
        Run(sweep, _ => DateTimeOffset.UnixEpoch, CancellationToken.None).ShouldBe(SweepEnd.Finished);
    }

    [Fact]
    public void Run_TargetGone_LeavesTheRestToAResumedRun()
    {
        _target.OnPrepare = () => throw new TargetException("gone", isUnreachable: true);

        Run(CancellationToken.None).ShouldBe(SweepEnd.TargetLost);

        Journal.Read(_path).OfType<TrialResult>().Count().ShouldBe(SweepRunner.LostAfterTrials);
        _observer.Notes.ShouldHaveSingleItem().ShouldContain("not reachable");

        _target.OnPrepare = null;
        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);
        var last = Journal.Read(_path).OfType<TrialResult>().GroupBy(t => t.Id).Select(g => g.Last()).ToList();
        last.Count.ShouldBe(8);
        last.ShouldAllBe(t => t.Status == TrialStatus.Complete, "trials that reached no database run again");
    }

    [Fact]
    public void Run_OneTrialFails_TheSweepGoesOn()
    {
        int prepared = 0;
        _target.OnPrepare = () =>
        {
            if (++prepared == 2)
            {
                throw new TargetException("hiccup of s3cret");
            }
        };

        Run(CancellationToken.None).ShouldBe(SweepEnd.Finished);

        var failed = Journal.Read(_path).OfType<TrialResult>().Single(t => t.Status == TrialStatus.Incomplete);
        failed.Error.ShouldNotBeNull().ShouldContain("hiccup of ****", customMessage: "no secret reaches the journal");
        File.ReadAllText(_path).ShouldNotContain("s3cret");
        Journal.Read(_path).OfType<TrialResult>().Count().ShouldBe(8);
    }

    public void Dispose() => File.Delete(_path);

    private SweepEnd Run(CancellationToken cancellation, ITarget? calibrated = null) =>
        Run(_sweep, static _ => null, cancellation, calibrated);

    private SweepEnd Run(SweepConfiguration sweep, Func<ScheduledTrial, DateTimeOffset?> deploy, CancellationToken cancellation,
        ITarget? calibrated = null)
    {
        using var workload = new CountingWorkload();
        using var ceiling = new CeilingTarget();
        using var journal = Journal.Open(_path);
        var engine = new IngestPipeline();
        var trials = new TrialRunner(engine, new RetryOptions(1, TimeSpan.FromMilliseconds(1)), _observer) { IsMeasured = false };
        var calibrator = new Calibrator(engine, calibrated ?? ceiling) { Warming = TimeSpan.Zero };
        var runner = new SweepRunner(sweep, _ => _target, _ => workload, trials, calibrator, journal, _observer)
        {
            Deploy = deploy,
            Further = new FurtherTrials(sweep, (point, _) => point == sweep.Points[0]),
            Scrub = text => text.Replace("s3cret", "****", StringComparison.Ordinal),
        };
        return runner.Run(cancellation);
    }
}
