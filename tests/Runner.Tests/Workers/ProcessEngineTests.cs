using System.Diagnostics;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Sources;
using DbIngest.Core.Targets;
using DbIngest.Runner.Hosts;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Workers;
using DbIngest.Sources.Synthetic;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Runner.Tests.Workers;

public sealed class ProcessEngineTests : IClassFixture<ProcessEngineTests.Processes>, IDisposable
{
    private const long Many = 1_000_000_000;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-worker-").FullName;
    private readonly ITarget _target;
    private readonly IWorkload _workload = new SyntheticWorkload(1);
    private readonly WorkerPool _pool;

    public ProcessEngineTests(Processes processes)
    {
        _pool = processes.Pool;
        _target = TargetCatalog.Find("null").Open(new TargetOptions { WorkFolder = _folder });
    }

    public void Dispose()
    {
        _target.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    [Fact]
    public void Open_TwoTrials_UseTheSameProcessesAndCountEverything()
    {
        var first = Ingest("2+1", 10_000, out var processes);
        var second = Ingest("2+1", 10_000, out var again);

        again.ShouldBe(processes);
        foreach (var outcome in new[] { first, second })
        {
            outcome.Error.ShouldBeNull();
            outcome.AcknowledgedRecords.ShouldBe(30_000);
            outcome.Sources.Select(s => s.Source).ShouldBe([0, 1, 2]);
            outcome.Latency.Count.ShouldBe(3 * 100);
            outcome.Unacknowledged.ShouldAllBe(ranges => ranges.Count == 0);
        }
    }

    [Fact]
    public void AcknowledgedRecords_EveryProcessHasEnded_IsTheOutcomes()
    {
        using var run = Start("2+1", 10_000);
        run.Wait().AcknowledgedRecords.ShouldBe(30_000);
        run.AcknowledgedRecords.ShouldBe(30_000, "the last sample of a trial is taken now");
    }

    [Fact]
    public void Wait_ProcessKilled_IsIncompleteAndNothingOfItCounts()
    {
        using var run = Start("1+1", Many);
        RunningCommand.Signal(run.ClientProcesses[1], "KILL");
        var outcome = run.Wait();

        outcome.Error.ShouldNotBeNull().ShouldContain("source process has ended");
        outcome.Sources[1].AcknowledgedRecords.ShouldBe(0);
        outcome.Unacknowledged[1].ShouldBe([new(0, Many)]);
        outcome.AcknowledgedRecords.ShouldBe(outcome.Sources[0].AcknowledgedRecords);
        outcome.Sources[0].AcknowledgedRecords.ShouldBeLessThan(Many, "the others need not go on");
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Wait_ProcessHangs_IsEndedAndIncomplete()
    {
        // The other process waits for arrivals, instead of taking a core for as long as the silence lasts.
        using (var run = Start("1+1", Many, ArrivalRate.Total(10_000, isPoisson: false)))
        {
            RunningCommand.Signal(run.ClientProcesses[0], "STOP");
            run.Wait().Error.ShouldNotBeNull().ShouldContain("silent for 10 s");
        }

        Ingest("1+1", 1_000, out _).Error.ShouldBeNull("the next trial has a new process");
    }

    [Fact]
    public void Cancel_WhileIngesting_EndsEveryProcessSoon()
    {
        IngestOutcome? outcome = null;
        using (var cancellation = new CancellationTokenSource())
        using (var run = Start("1+1", Many, cancellation: cancellation.Token))
        {
            cancellation.Cancel();
            try
            {
                outcome = run.Wait();
            }
            catch (LeftBehindException)
            {
                // On a busy machine a process may need longer to answer than an interrupted run waits. It is ended without.
            }
        }

        if (outcome is null)
        {
            Ingest("1+1", 1_000, out _).Error.ShouldBeNull("the next trial has a new process");
            return;
        }

        outcome.Error.ShouldNotBeNull();
        outcome.AcknowledgedRecords.ShouldBeLessThan(2 * Many);
        outcome.Unacknowledged.ShouldAllBe(ranges => ranges.Count > 0);
    }

    /// <summary>The database was not waited for: it answers, and the trial's table can be dropped.</summary>
    [Fact]
    public void Cancel_AfterAProcessHasEnded_LeavesNothingBehind()
    {
        using var pool = Scripted("read -r open; printf '%s\\n' '{\"kind\":\"ready\"}'; read -r start; exit 3");
        using var cancellation = new CancellationTokenSource();
        using var run = new ProcessEngine(pool, TaskOf).Open(Request("1+1", Many), _target, _workload, cancellation.Token);
        int[] processes = [.. run.ClientProcesses];
        run.Start();
        Array.ForEach(processes, AwaitEnd);

        cancellation.Cancel();

        run.Wait().Error.ShouldNotBeNull().ShouldContain("source process has ended");
    }

    [Fact]
    public void Cancel_ProcessThatDoesNotStop_IsLeftBehind()
    {
        using var pool = Scripted("read -r open; printf '%s\\n' '{\"kind\":\"ready\"}'; sleep 600");
        using var cancellation = new CancellationTokenSource();
        using var run = new ProcessEngine(pool, TaskOf).Open(Request("1+1", Many), _target, _workload, cancellation.Token);
        run.Start();

        cancellation.Cancel();

        Should.Throw<LeftBehindException>(run.Wait);
    }

    [Fact]
    public void Audit_EachProcessReadsItsOwn_FindsEverythingAndWhatIsForeign()
    {
        Ingest("2+1", 10_000, out _);
        var extents = Enumerable.Repeat(new SourceExtent(10_000, []), 3).ToList();

        var audit = Engine().Audit(Request("2+1", 10_000), _target, _workload, extents, CancellationToken.None).ShouldNotBeNull();
        audit.Findings.ShouldBeEmpty();
        audit.Passed.ShouldBeTrue();
        audit.Processes.ShouldBe(2);
        audit.StoredRecords.ShouldBe(30_000);
        audit.Sources.Select(source => source.Source).ShouldBe([0, 1, 2]);

        // What the second process should not have stored, and what the first should have.
        var fewer = Engine()
            .Audit(Request("1+1", 10_001), _target, _workload, [new(10_001, []), new(10_000, [new(5_000, 5_000)])],
            CancellationToken.None).ShouldNotBeNull();
        fewer.Findings.ShouldContain("source 0: 1 acknowledged records are missing, the first is 10000");
        fewer.ForeignRecords.ShouldBe(10_000);
    }

    /// <summary>A service would be started for nothing, and its warm-up would write to the table that is audited.</summary>
    [Fact]
    public void Audit_TargetWithAService_LetsItRest()
    {
        Ingest("1+1", 1_000, out _);
        int asked = 0;
        var engine = new ProcessEngine(_pool, TaskOf, (_, _) =>
        {
            asked++;
            return null;
        });
        var extents = Enumerable.Repeat(new SourceExtent(1_000, []), 2).ToList();

        engine.Audit(Request("1+1", 1_000), _target, _workload, extents, CancellationToken.None).ShouldNotBeNull()
            .Passed.ShouldBeTrue();
        asked.ShouldBe(0);

        engine.Open(Request("1+1", 1_000), _target, _workload, CancellationToken.None).Dispose();
        asked.ShouldBe(1);
    }

    [Fact]
    public async Task Open_CancelledWhileAServiceStarts_DoesNotWaitForIt()
    {
        using var cancellation = new CancellationTokenSource();
        using var isStarted = new ManualResetEventSlim();
        var engine = new ProcessEngine(_pool, TaskOf, (_, _) =>
        {
            cancellation.Cancel();
            isStarted.Wait(CancellationToken.None);
            return null;
        });
        var opening = Task.Run(() => engine.Open(Request("1+1", 1_000), _target, _workload, cancellation.Token));
        try
        {
            await Should.ThrowAsync<LeftBehindException>(opening.WaitAsync(TimeSpan.FromMinutes(2)));
        }
        finally
        {
            isStarted.Set();
        }

        Ingest("1+1", 1_000, out _).Error.ShouldBeNull("the processes are as good as before");
    }

    [Fact]
    public void Audit_InOneProcess_IsLeftToTheCaller() => Engine()
        .Audit(Request("2", 10), _target, _workload, [new(10, []), new(10, [])], CancellationToken.None).ShouldBeNull();

    /// <summary>Nothing was sent since, so the loss concerns no record.</summary>
    [Fact]
    public void OpenAndAudit_ProcessDiedBetweenTrials_HaveANewOne()
    {
        Ingest("1+1", 1_000, out var processes);
        Kill(processes[1]);

        var extents = Enumerable.Repeat(new SourceExtent(1_000, []), 2).ToList();
        Engine().Audit(Request("1+1", 1_000), _target, _workload, extents, CancellationToken.None).ShouldNotBeNull()
            .Passed.ShouldBeTrue();
        Kill(processes[0]);
        var outcome = Ingest("1+1", 1_000, out var others);

        outcome.Error.ShouldBeNull();
        outcome.AcknowledgedRecords.ShouldBe(2_000);
        others.ShouldNotContain(processes[0]);
        others.ShouldNotContain(processes[1]);
    }

    [Fact]
    public void Audit_ProcessEnds_IsATargetException()
    {
        using var pool = Scripted("read -r audit; exit 3");
        var extents = Enumerable.Repeat(new SourceExtent(1_000, []), 2).ToList();
        Should.Throw<TargetException>(() => new ProcessEngine(pool, TaskOf)
            .Audit(Request("1+1", 1_000), _target, _workload, extents, CancellationToken.None)).Message
            .ShouldContain("source process has ended");
    }

    /// <summary>
    /// A host that is lost before anything was sent is like a database that is away: a resumed run repeats the trial.
    /// </summary>
    [Theory]
    [InlineData("1@alpha+1", true)]
    [InlineData("1+1", false)]
    public void Open_ProcessEndsBeforeItIsReady_IsUnreachableWhereItIsOnAHost(string layout, bool isUnreachable)
    {
        using var pool = Scripted("printf '%s\\n' \"$1\"; read -r open; exit 3", Greeting([]));

        Should.Throw<TargetException>(() => new ProcessEngine(pool, TaskOf)
            .Open(Request(layout, 1_000), _target, _workload, CancellationToken.None)).IsUnreachable.ShouldBe(isUnreachable);
    }

    [Fact]
    public void Audit_Cancelled_EndsSoon()
    {
        Ingest("1+1", 3_000_000, out _);
        using var cancellation = new CancellationTokenSource();
        var extents = Enumerable.Repeat(new SourceExtent(3_000_000, []), 2).ToList();
        cancellation.CancelAfter(TimeSpan.FromMilliseconds(50));
        Should.Throw<OperationCanceledException>(() =>
        {
            // Until the cancellation comes in the midst of one.
            while (true)
            {
                Engine().Audit(Request("1+1", 3_000_000), _target, _workload, extents, cancellation.Token);
            }
        });
        Ingest("1+1", 1_000, out _).Error.ShouldBeNull();
    }

    [Fact]
    public void Open_NotStarted_CanBeDisposed()
    {
        Engine().Open(Request("1+1", 1_000), _target, _workload, CancellationToken.None).Dispose();
        Ingest("1+1", 1_000, out _).Error.ShouldBeNull();
    }

    [Fact]
    public void Open_TargetCannotBeOpened_IsATargetException()
    {
        string file = Path.Combine(_folder, "file");
        File.WriteAllText(file, string.Empty);
        var elsewhere = new TargetOptions { Endpoint = file, WorkFolder = _folder };
        var engine = new ProcessEngine(_pool,
            (request, target, workload) => TaskOf(request, target, workload) with { Options = elsewhere });
        Should.Throw<TargetException>(() => engine.Open(Request("1+1", 1_000), _target, _workload, CancellationToken.None))
            .Message.ShouldContain(file);
        Ingest("1+1", 1_000, out _).Error.ShouldBeNull("the processes are as good as before");
    }

    private IngestOutcome Ingest(string layout, long records, out IReadOnlyList<int> processes)
    {
        using var run = Start(layout, records);
        processes = run.ClientProcesses;
        return run.Wait();
    }

    private IIngestRun Start(string layout, long records, ArrivalRate? rate = null, CancellationToken cancellation = default)
    {
        _target.Prepare(new TrialTable(_workload.Schema, 3, records), cancellation);
        var request = Request(layout, records);
        request = rate is null ? request : request with { Axes = request.Axes.With(SweepAxes.Rate, rate) };
        var run = Engine().Open(request, _target, _workload, cancellation);
        run.Start();
        return run;
    }

    /// <summary>Kills a process and waits until this one knows.</summary>
    private static void Kill(int process)
    {
        RunningCommand.Signal(process, "KILL");
        AwaitEnd(process);
    }

    private static void AwaitEnd(int process) =>
        Poll.Until(() => !Directory.Exists($"/proc/{process}"), TimeSpan.FromMinutes(1)).ShouldBeTrue();

    [Theory]
    [InlineData("sha256 of another", "has another /opt/acme.dll (SHA-256 sha256 of anothe, and sha256 here here): copy the file")]
    [InlineData("", "has no /opt/acme.dll: copy the file from this machine to the same path there")]
    [InlineData("sha256 here", null)]
    public void Rent_HostWithAnotherPlugin_IsRefused(string hash, string? said)
    {
        string greeting = Greeting(new() { ["/opt/acme.dll"] = hash });
        using var pool = new WorkerPool(_ => ShellOf("printf '%s\\n' \"$1\"; cat", greeting), TimeSpan.FromMinutes(1),
            new Dictionary<string, string> { ["/opt/acme.dll"] = "sha256 here" });

        if (said is null)
        {
            pool.Return(pool.Rent(["alpha"], CancellationToken.None));
        }
        else
        {
            Should.Throw<WorkerException>(() => pool.Rent(["alpha"], CancellationToken.None)).Message
                .ShouldStartWith($"A source process on alpha {said}");
        }
    }

    private string Greeting(Dictionary<string, string> files) => WorkerJson.Write(new Hello(BuildIdentity.Own, files,
        Stopwatch.Frequency, EnvironmentCapture.Capture(_folder, BuildStamp.Of(typeof(ProcessEngineTests)))));

    /// <summary>Source processes that are shells.</summary>
    private static WorkerPool Scripted(string script, params string[] arguments) =>
        new(_ => ShellOf(script, arguments), TimeSpan.FromMinutes(1));

    private static ProcessStartInfo ShellOf(string script, params string[] arguments) =>
        new("/bin/sh", ["-c", script, "sh", .. arguments]);

    private ProcessEngine Engine() => new(_pool, TaskOf);

    private static IngestRequest Request(string layout, long records) => IngestRequest.Of(
        SourceLayout.TryParse(layout, out var parsed) ? parsed
            : throw new ArgumentException(layout), records, batch: 100, RetryOptions.Default);

    private OpenTask TaskOf(IngestRequest request, ITarget target, IWorkload workload) => new()
    {
        Database = "null",
        Options = new TargetOptions { Endpoint = target.AttachEndpoint, WorkFolder = _folder },
        Workload = new WorkloadTask(1, 9, null, _folder, 1, 1),
        Facts = workload.Facts,
        Request = request,
    };

    /// <summary>
    /// The source processes of all these tests, which run one after the other. Who follows a test that ended some gets new ones,
    /// as the next trial does.
    /// </summary>
    public sealed class Processes : IDisposable
    {
        internal WorkerPool Pool { get; } =
            new(_ => new ProcessStartInfo(CommandFolder.Program, "worker --cold"), TimeSpan.FromSeconds(10));

        public void Dispose() => Pool.Dispose();
    }
}
