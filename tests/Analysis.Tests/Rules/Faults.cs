using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Sweeps with one fault each.</summary>
internal static partial class Faults
{
    private static readonly FakeSweep Good = new();

    public static FakeSweep OneTrial => Good with { Trials = 4 };

    public static FakeSweep FourTrials => Good with { Trials = 7 };

    public static FakeSweep Noisy => Good with { Noise = 0.2 };

    public static FakeSweep RatherNoisy => Good with { Noise = 0.05 };

    public static FakeSweep WrongRate => Each(trial => trial with { RecordsPerS = trial.RecordsPerS * 1.01 });

    public static FakeSweep Drift => Each(trial => FakeSweep.WithElapsed(trial, 1 + (0.02 * trial.Trial)));

    public static FakeSweep WarmUpFailed => Each(trial => trial.Trial <= 2
        ? trial with { Status = TrialStatus.Incomplete, Error = "hiccup" }
        : trial);

    /// <summary>As a resumed sweep once was: nine of ten measured trials on cold code.</summary>
    public static FakeSweep ColdStretch => Each(trial => trial.Trial <= 8
        ? trial
        : FakeSweep.WithElapsed(trial, trial.ElapsedS * 15) with { Stretch = 2 });

    public static FakeSweep ColdCode => Each(trial => trial.Trial == 7 ? trial with { ClientCompiledMethods = 300 } : trial);

    public static FakeSweep BesideAnotherRun =>
        Each(trial => trial.Trial == 7 ? trial with { Machine = new() { OtherRuns = 1 } } : trial);

    public static FakeSweep BusyMachine =>
        Each(trial => trial.Trial == 7 ? trial with { Machine = new() { OthersCpuShare = 0.4 } } : trial);

    public static FakeSweep RatherBusyMachine =>
        Each(trial => trial.Trial == 7 ? trial with { Machine = new() { OthersCpuShareBefore = 0.15 } } : trial);

    public static FakeSweep Stolen =>
        Each(trial => trial.Trial == 7 ? trial with { Machine = new() { StealShare = 0.08 } } : trial);

    public static FakeSweep Throttled =>
        Each(trial => trial.Trial == 7 ? trial with { Machine = new() { ThermalThrottles = 2 } } : trial);

    public static FakeSweep SlowClock =>
        Each(trial => trial with { Machine = new() { ClockMhz = trial.Trial > 8 ? 2000 : 3000 } });

    public static FakeSweep Outlier =>
        Each(trial => trial.Trial == 8 ? FakeSweep.WithElapsed(trial, trial.ElapsedS * 1.5) : trial);

    public static FakeSweep Alternating => Each(trial =>
        FakeSweep.WithElapsed(trial, trial.ElapsedS * (trial.Trial % 2 == 0 ? 1.2 : 0.8)));

    public static FakeSweep InFlight => Good with { InFlight = 4 };

    public static FakeSweep NoLatency => Each(trial => trial with { Latency = null });

    public static FakeSweep OneWithoutLatency => Each(trial => trial.Trial == 5 ? trial with { Latency = null } : trial);

    public static FakeSweep DamagedHistogram => Each(trial =>
        trial.Trial == 5 ? trial with { Latency = trial.Latency! with { Histogram = "AAAA" } } : trial);

    public static FakeSweep NotAllAcknowledged => Each(trial => trial with
    {
        AcknowledgedRecords = trial.AcknowledgedRecords - 1,
        RecordsPerS = (trial.AcknowledgedRecords - 1) / trial.ElapsedS,
    });

    public static FakeSweep CutForTenSeconds => Each(trial => trial with
    {
        ElapsedS = trial.ElapsedS + 10,
        Latency = trial.Latency! with { MaxUs = 10e6 },
    });

    /// <summary>A kill in each trial: a standstill of ten seconds that is none of the server's making.</summary>
    public static FakeSweep Killed => Kills(trial => trial);

    public static FakeSweep KilledWithLoss => Kills(trial => trial.Trial != 6 ? trial : Invalid(trial) with
    {
        Fault = trial.Fault! with { LostRecords = 1 },
    });

    public static FakeSweep KilledForGood => Kills(trial => trial.Trial != 6 ? trial : trial with
    {
        Status = TrialStatus.Incomplete,
        Fault = trial.Fault! with { AcceptedS = null, FirstAckAfterS = null, DipS = null },
    });

    public static FakeSweep KilledTooLate => Kills(trial => trial.Trial != 6 ? trial : trial with
    {
        Fault = new FaultResult { Kind = FaultKind.Kill, DueS = 20 },
    });

    public static FakeSweep OneInvalid => Each(trial => trial.Trial == 6 ? Invalid(trial) : trial);

    public static FakeSweep InvalidWarmUp => Each(trial => trial.Trial == 1 ? Invalid(trial) : trial);

    public static FakeSweep NotAudited => Each(trial => trial.Trial == 6 ? trial with { Audit = null } : trial);

    public static FakeSweep NoDurability => Good with { Target = target => target with { DurabilityMeaning = " " } };

    public static FakeSweep NotSettled => Each(trial => trial with { SettleS = 0 });

    public static FakeSweep NotCalibrated => Good with { Ceiling = null };

    public static FakeSweep LowCeiling => Good with { Ceiling = 300_000 };

    public static FakeSweep MiddlingCeiling => Good with { Ceiling = 700_000 };

    public static FakeSweep LateSource => Each(trial => trial with
    {
        Sources = [trial.Sources[0], trial.Sources[1] with { StartedS = 0.3 }],
    });

    public static FakeSweep NoSources => Each(trial => trial with { Sources = [] });

    public static FakeSweep Generating => Each(trial => trial with { GeneratingShare = 0.3 });

    public static FakeSweep NoClient => Each(trial => trial with { Client = null });

    public static FakeSweep NoServer => Each(trial => trial with { Server = null });

    public static FakeSweep Saturated => Each(trial => trial with
    {
        Client = trial.Client! with { CpuShare = 0.35 },
        Server = trial.Server! with { CpuShare = 0.6 },
    });

    public static FakeSweep Tuned => Good with { Target = target => target with { Configuration = "2 GB of cache" } };

    public static FakeSweep Found =>
        Good with { Target = target => target with { Configuration = "as found, see the settings" } };

    public static FakeSweep FoundBesideDefault => Good with
    {
        Databases = ["sqlite", "cassandra"],
        Target = target => target.Database == "sqlite" ? target : target with { Configuration = "as found, see the settings" },
    };

    public static FakeSweep InAContainer => Good with { Target = Inside };

    public static FakeSweep ContainerBesideServer => Good with
    {
        Databases = ["sqlite", "cassandra"],
        Target = target => target.Database == "sqlite" ? target with { Placement = "local" } : Inside(target),
    };

    private static TargetDescription Inside(TargetDescription target) => target with
    {
        Configuration = TargetDescription.ShippedConfiguration,
        Placement = "local",
        Settings = new Dictionary<string, string> { [TargetDescription.ContainerSetting] = "some:1 sha256:0123" },
    };

    public static FakeSweep FewBatches => Good with { BatchesRecorded = 99 };

    public static FakeSweep RatherFewBatches => Good with { BatchesRecorded = 999 };

    public static FakeSweep OtherTarget => Good with { Target = target => target with { Client = "wire" } };

    public static FakeSweep NoSpace => Each(trial => trial with { Space = null });

    public static FakeSweep WrongSpace => Each(trial => trial with
    {
        Space = trial.Space! with { Net = trial.Space.Net with { DataBytes = trial.Space.Net.DataBytes + 1 } },
    });

    public static FakeSweep OneSize => Good with { Records = [50_000] };

    public static FakeSweep Licence => Good with { Target = target => target with { LicenceNotice = "Ask before publishing." } };

    public static FakeSweep ByRate => OpenLoop(lastBacklog: 2);

    public static FakeSweep Overloaded => OpenLoop(lastBacklog: 200);

    public static FakeSweep NoResponseTimes =>
        Each(trial => trial with { OpenLoop = new OpenLoopResult { LargestBacklogBatches = 0, LastBacklogBatches = 0 } });

    public static FakeSweep FindsWithoutIndex => Good with
    {
        At = point => point with { Mix = OperationMix.TryParse("insert=1,find=1", out var mix) ? mix : null },
    };

    public static FakeSweep Mixed => Good with { At = point => point with { Mix = AnyMix } };

    public static FakeSweep HybridWithoutKey => Good with
    {
        At = point => Point.Of((point with { Mix = AnyMix }).Axes.With(SweepAxes.Index, "none")),
        Target = target => target with { Model = DataModel.Mixed },
    };

    public static FakeSweep ByDurationNotAllAcknowledged => Good with
    {
        At = point => point with { DurationS = 1 },
        Trial = trial =>
            trial with { Sources = [.. trial.Sources.Select(s => s with { ScheduledRecords = s.AcknowledgedRecords + 1 })] },
    };

    public static FakeSweep MissingPoint => Each(trial => trial.Point.RecordsPerSource == 50_000
        ? trial with { Status = TrialStatus.Incomplete, Error = "disk full" }
        : trial);

    public static FakeSweep Unfinished => Good with { Trial = trial => trial.Trial > 12 ? null : trial };

    public static FakeSweep OneWarmUp => Good with { WarmUp = 1 };

    public static FakeSweep Rising => Good with { Order = SweepOrder.Rising };

    public static FakeSweep UnlikeDurability => Good with
    {
        Databases = ["sqlite", "postgres"],
        Target = target => target.Database == "sqlite"
            ? target
            : target with { Durability = "off", DurabilityMeaning = "May lose the last second.", Survives = Survival.Nothing },
    };

    public static FakeSweep UnknownDisk => Good with { Environment = environment => environment with { Disk = "unknown" } };

    public static FakeSweep Dirty => Good with { Environment = environment => environment with { Commit = "abc.dirty" } };

    public static FakeSweep HalfTuned => Good with
    {
        Databases = ["sqlite", "postgres"],
        Target = target => target.Database == "sqlite" ? target : target with { Configuration = "shared_buffers 2 GB" },
    };

    public static FakeSweep Deployed => Deploy(received: 10e6, written: 5e6, roundTripS: 0.0001);

    public static FakeSweep DeployedOnAFullNetwork => Deploy(received: 85e6, written: 5e6, roundTripS: 0.0001);

    /// <summary>Bandwidth was measured through what reaches the machine; the database took three times that.</summary>
    public static FakeSweep DeployedBehindASlowShell => Deploy(received: 293e6, written: 5e6, roundTripS: 0.0001);

    public static FakeSweep DeployedOnABusyNetwork => Deploy(received: 60e6, written: 5e6, roundTripS: 0.0001);

    public static FakeSweep DeployedOnAFullDisk => Deploy(received: 10e6, written: 45e6, roundTripS: 0.0001);

    public static FakeSweep DeployedFarAway => Deploy(received: 10e6, written: 5e6, roundTripS: 0.1);

    public static FakeSweep FoundFarAway => FoundAt(0.1);

    /// <summary>A server on another machine that was there already, so far away.</summary>
    public static FakeSweep FoundAt(
        double roundTripS) => Good with
        {
            Target = target => target with
            {
                Placement = "remote",
                RoundTripsS = new Dictionary<string, double>(StringComparer.Ordinal) { ["db.example:5432"] = roundTripS }
            }
        };

    public static FakeSweep DeployedUnwatched => Deploy(10e6, 5e6, null) with { Trial = static trial => trial };

    public static FakeSweep DeployedAndNotSampled =>
        DeployedUnwatched with { Trial = static trial => trial with { Server = null } };

    public static FakeSweep BusyNode => Deploy(10e6, 5e6, 0.0001, cpu: 0.95);

    public static FakeSweep DisturbedNode => Deploy(10e6, 5e6, 0.0001, others: 0.4);

    /// <summary>Two nodes, of which the second has what is said, with 100 MB/s of network and 50 MB/s of disk.</summary>
    private static FakeSweep Deploy(double received, double written, double? roundTripS, double cpu = 0.2, double others = 0) =>
        Good with
        {
            At = point => point with { Axes = point.Axes.With(SweepAxes.Deployment, "plant") },
            Target = target => target with { Placement = "remote" },
            NodeLimits =
        [
            .. ((string[])["n1", "n2"])
                .Select(node => new NodeLimits { Node = node, RoundTripS = roundTripS, ThereBytesPerS = 100e6,
                BackBytesPerS = 100e6, DiskBytesPerS = 50e6, SyncsPerS = 200 }),
        ],
            Trial = trial => trial with
            {
                ServerNodes =
                [
                    Node(trial, "n1", 1e6, 1e6, 0.1, 0), Node(trial, "n2", received, written, cpu, others),
            ],
            },
        };

    private static NodeUse Node(TrialResult trial, string name, double received, double written, double cpu, double others) =>
        new()
        {
            Node = name,
            Use = new ResourceUse
            {
                CpuS = cpu * 4 * trial.ElapsedS,
                CpuShare = cpu,
                Cores = 4,
                PeakRssBytes = 1 << 20,
                WrittenBytes = (long)(written * trial.ElapsedS),
                ReceivedBytes = (long)(received * trial.ElapsedS),
                SentBytes = (long)(1e6 * trial.ElapsedS),
            },
            Machine = new MachineUse { OthersCpuShare = others },
        };

    private static OperationMix AnyMix => OperationMix.TryParse("read=1", out var mix) ? mix
        : throw new InvalidOperationException();

    private static FakeSweep OpenLoop(long lastBacklog) => Good with
    {
        At = point => point with { Rate = ArrivalRate.TryParse("100000", out var rate) ? rate : null },
        Trial = trial => trial with
        {
            OpenLoop = new OpenLoopResult
            {
                Response = trial.Latency,
                LargestBacklogBatches = 300,
                LastBacklogBatches = lastBacklog
            },
        },
    };

    public static FakeSweep Get(string name) => (FakeSweep)typeof(Faults).GetProperty(name)!.GetValue(null)!;

    /// <summary>Sources that send a tenth of their records late, or a hundredth of their batches twice.</summary>
    public static FakeSweep OutOfOrder => Good with { At = point => point with { Disorder = Late } };

    public static FakeSweep SentTwice => Twice(Good, records: 100);

    public static FakeSweep OutOfOrderAndTwice => Twice(OutOfOrder, records: 100);

    public static FakeSweep TooFewBatchesForDuplicates => Twice(Good, records: 0);

    /// <summary>Trials of 100 s whose throughput falls by half.</summary>
    public static FakeSweep Filling => Good with
    {
        Trial = trial => Growing.Of(trial, (second, _) => 1000 - (5 * second)),
    };

    private static Disorder Late => Disorder.TryParse("10%:1h", out var late) ? late : throw new InvalidOperationException();

    private static FakeSweep Twice(FakeSweep sweep, long records) => sweep with
    {
        At = point => Duplicates.TryParse("1%", out var share) ? sweep.At(point) with { Duplicates = share } : point,
        Trial = trial => trial with
        {
            Repeats = new RepeatResult
            {
                Expected = Abstractions.Targets.Repeats.KeepsBoth,
                SentTwice = records,
                InDoubt = 0,
                StoredTwice = records,
                RowsPerS = (trial.AcknowledgedRecords + records) / trial.ElapsedS,
            },
        },
    };

    /// <summary>Sweeps with a kill, which each trial survives unless it is changed.</summary>
    private static FakeSweep Kills(Func<TrialResult, TrialResult> change) => CutForTenSeconds with
    {
        At = point => PlannedFault.TryParse("kill@20s", out var fault) ? point with { Fault = fault } : point,
        Trial = trial => change(trial with
        {
            ElapsedS = trial.ElapsedS + 10,
            Latency = trial.Latency! with { MaxUs = 10e6 },
            Retries = 50,
            Fault = new FaultResult
            {
                Kind = FaultKind.Kill,
                DueS = 20,
                BeganS = 20,
                StoppedS = 20.1,
                StartedS = 20.1,
                AcceptedS = 22.1 + trial.Trial,
                FirstAckAfterS = 2.5 + trial.Trial,
                RecordsPerSBefore = 50_000,
                LowestShare = 0,
                DipS = trial.Trial == 4 ? null : 3.5 + trial.Trial,
                LostRecords = 0,
            },
        }),
    };

    private static FakeSweep Each(Func<TrialResult, TrialResult> change) => Good with { Trial = change };

    private static TrialResult Invalid(TrialResult trial) => trial with
    {
        Status = TrialStatus.Invalid,
        Error = "1 record missing",
        Audit = trial.Audit! with { Passed = false, MissingRecords = 1 },
    };
}
