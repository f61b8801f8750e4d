using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Output;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Targets;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Folders;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Pilots;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Progress;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>plan</c>: estimates time and disk of a run from a pilot of a few small trials and one measured ceiling of
/// the client. <see cref="Verb.All"/> registers it. It opens databases and starts servers as <c>run</c> does. It stores nothing,
/// but its pilot deletes what earlier trials left in the databases. Exit code 4 says that the run would leave too little free
/// disk space.
/// </summary>
internal static class PlanVerb
{
    /// <summary>Share of the free disk space that a run must leave free.</summary>
    private const double SpareShare = 0.1;

    /// <summary>10,000 years in seconds. A <see cref="TimeSpan"/> holds at most 29,000 years.</summary>
    private const double LongestS = 10_000 * 365.0 * 86_400;

    /// <summary>Axes with a pilot for each value, besides those that open a target.</summary>
    private static readonly Axis[] Piloted = [SweepAxes.Mix];

    /// <summary>Axes that need no pilot for each value.</summary>
    private static readonly Axis[] Estimated =
    [
        SweepAxes.Records, SweepAxes.Operations, SweepAxes.Duration, SweepAxes.Rate, SweepAxes.Prefill, SweepAxes.Fault,
    ];

    public static ExitCode Execute(PlanOptions options, Screen screen)
    {
        var request = new SweepRequestReader(Databases.With(options.Plugins), Environment.GetEnvironmentVariable).Read(options);
        screen.Scrubber.Add(request.Access.Secrets);
        ProcessLimits.Check(request);
        using var interruption = new Interruption(static () => { });
        using var workFolder = WorkFolder.Create(options.WorkFolder, ExistingParent(options.Out ?? Defaults.Out));
        using var workloads = Interruptible.Run(() => WorkloadSet.Open(request, workFolder.Path), interruption.Token);
        var configuration = Configurations.Of(request, workloads);
        var common = new TargetOptions { WorkFolder = workFolder.Path, Cancellation = interruption.Token, Say = screen.Remark };
        using var session = SweepSession.Open(request, workloads, configuration.Points, common);
        configuration = Configurations.With(session.Targets, configuration);
        try
        {
            var report = Measure(session, configuration, workFolder.Path, interruption.Token);
            if (options.Json)
            {
                screen.Result(JsonSerializer.Serialize(report, VerbJson.Default.PlanReport));
            }

            screen.Table(TableOf(report), asRemark: options.Json);
            return report.Fits == false ? ExitCode.PointsMissing : ExitCode.Done;
        }
        catch (PilotException exception)
        {
            screen.Remark(exception.Message);
            return exception.ExitCode;
        }
    }

    private static PlanReport Measure(SweepSession session, SweepConfiguration configuration, string workFolder,
        CancellationToken cancellation)
    {
        var local = session.Targets.Describe(cancellation).Where(t => t.Placement != "remote").DistinctBy(t => t.Database)
            .ToDictionary(t => t.Database, StringComparer.Ordinal);
        var targets = new List<PlanTarget>();
        double records = 0;
        double rawBytes = 0;
        foreach (var group in configuration.Points.GroupBy(point => point.Axes.Only(IsPiloted)))
        {
            var cost = new Pilot(session).Run(group.MaxBy(p => (p.TotalRecords, p.Series?.Count ?? 0))!, cancellation);
            records += group.Sum(p => (double)cost.Records(p)) * configuration.Trials;
            rawBytes += group.Sum(p => (double)cost.Records(p) * session.Workloads.For(p).Schema.BytesPerRecord)
                * configuration.Trials;
            targets.Add(new PlanTarget(
                group.Key,
                group.Count(),
                cost.RecordsPerS,
                cost.StoredBytesPerRecord,
                cost.LogBytesPerRecord,
                group.Sum(p => cost.TrialS(p)) * configuration.Trials,
                (long)group.Max(p => cost.DiskBytes(p))));
        }

        // A trial's data is deleted before the next trial, so the trial decides that leaves the least space on its disk.
        var (needed, free) = targets.Where(t => local.ContainsKey(t.Target.Of(SweepAxes.Database)))
            .Select(t => (Needed: (long?)t.DiskNeededBytes,
                Free: PlaceOf(t.Target, local[t.Target.Of(SweepAxes.Database)], session.Request) is { } place
                    ? FreeSpace.Under(place.Length > 0 ? place : workFolder) : null))
            .DefaultIfEmpty((Needed: null, Free: FreeSpace.Under(workFolder)))
            .MinBy(place => (place.Free ?? long.MaxValue) - (place.Needed ?? 0));
        double startS = session.Targets.StartS * (configuration.Blocks ?? 0);
        double calibrationS = CalibrationS(session, configuration, cancellation);
        double share = (configuration.MaxTrials ?? 0) / (double)configuration.Trials;
        return new PlanReport(
            configuration.Points.Count,
            (long)configuration.Points.Count * configuration.Trials,
            (long)records,
            (long)rawBytes,
            targets.Sum(t => t.EstimatedS) + startS + calibrationS,
            needed,
            free,
            needed is null || free is null ? null : needed <= free * (1 - SpareShare),
            configuration.Deviations,
            targets)
        {
            NotPiloted =
            [
                .. SweepAxes.All.Where(axis => !IsPiloted(axis) && !Estimated.Contains(axis)
                    && configuration.Points.Select(point => axis.Text(point.Axes)).Distinct().Skip(1).Any())
                    .Select(axis => axis.Name),
            ],
            PrefilledRecords = configuration.PrefilledRecords is > 0 and var prefilled ? prefilled : null,
            Blocks = configuration.Blocks,
            MostTrials = configuration.MaxTrials is { } most ? (long)configuration.Points.Count * most : null,
            MostS = configuration.MaxTrials is null ? null : ((targets.Sum(t => t.EstimatedS) + startS) * share) + calibrationS,
        };
    }

    private static bool IsPiloted(Axis axis) => axis.OpensTarget || Piloted.Contains(axis);

    /// <summary>
    /// Returns the file that <c>--endpoint</c> names, or the folder of a deployment on this machine. Empty for the work folder,
    /// in which the servers of a run lie. Null for any other server, whose disk is unknown.
    /// </summary>
    private static string? PlaceOf(AxisValues target, TargetDescription described, SweepRequest request)
    {
        if (SweepAxes.Deployment.TryGet(target, out string? name))
        {
            var deployment = request.Access.Deployed.First(deployed => deployed.Name == name).Cluster.Deployment;
            return deployment.Provider == "local" ? deployment.Nodes[0].Folder : null;
        }

        var part = Databases.Find(described.Database).Parts[^1];
        bool isOthers = request.Access.HasEndpoint(part) || request.Access.Containers.ContainsKey(part.Name)
            || described.Configuration == TargetDescription.FoundConfiguration;
        return request.Access.FileOf(part) ?? (isOthers ? null : string.Empty);
    }

    /// <summary>Measures one ceiling of the client and estimates the seconds that all ceilings take.</summary>
    /// <exception cref="UnavailableException">The ceiling cannot be measured, as where a host of sources is lost.</exception>
    internal static double CalibrationS(SweepSession session, SweepConfiguration configuration, CancellationToken cancellation)
    {
        var keys = configuration.Points.GroupBy(CalibrationKey.Of).ToList();
        if (keys.Count == 0)
        {
            return 0;
        }

        long started = Stopwatch.GetTimestamp();
        try
        {
            new Calibrator(session.Engine, session.Ceiling) { Warming = TimeSpan.FromSeconds(session.Request.RehearsalS) }
                .Run(keys[0].Key, session.Workloads.For(keys[0].First()), cancellation);
        }
        catch (TargetException exception)
        {
            throw new UnavailableException($"The client's ceiling could not be measured: {exception.Message}", exception);
        }

        return Stopwatch.GetElapsedTime(started).TotalSeconds * keys.Count;
    }

    /// <summary>Finds the nearest existing folder, on whose disk the results would lie.</summary>
    private static string ExistingParent(string folder)
    {
        string path = Path.GetFullPath(folder);
        while (!Directory.Exists(path))
        {
            path = Path.GetDirectoryName(path)
                ?? throw new UsageException($"--out: {folder} is on a drive that does not exist; name another folder.");
        }

        return path;
    }

    /// <summary>Builds the table of a plan for people.</summary>
    internal static TextTable TableOf(PlanReport plan) => TableOf(
        plan, [.. SweepAxes.All.Where(axis => plan.Targets.Any(t => !string.IsNullOrEmpty(axis.Shown(t.Target))))],
        plan.Targets.Any(t => t.Target[SweepAxes.Mix] is not null) ? "operations" : "records");

    /// <param name="plan">The plan.</param>
    /// <param name="axes">The axes that distinguish its targets.</param>
    /// <param name="unit">What the trials count: <c>records</c>, or <c>operations</c> of a mix.</param>
    private static TextTable TableOf(PlanReport plan, IReadOnlyList<Axis> axes, string unit) => new()
    {
        Title = Invariant(
            $"{plan.Points:N0} {(plan.Points == 1 ? "point" : "points")}, {plan.Trials:N0} trials, {plan.Records:N0} {unit}, {Bytes(plan.RawBytes)} raw; about {Time(plan.EstimatedS)}"),
        Headers = [.. axes
            .Select(axis => axis.Name), "points", $"pilot {unit}/s", "bytes/record", "log bytes/record", "time", "disk"],
        RightAligned = [.. axes.Select(axis => axis.IsNumber), true, true, true, true, true, true],
        Rows = [.. plan.Targets.Select(t => (IReadOnlyList<string>)
        [
            .. axes.Select(axis => axis.Shown(t.Target) ?? string.Empty),
            Invariant($"{t.Points:N0}"),
            Invariant($"{t.PilotRecordsPerS:N0}"),
            Invariant($"{t.BytesPerRecord:N1}"),
            Invariant($"{t.LogBytesPerRecord:N1}"),
            Time(t.EstimatedS),
            Bytes(t.DiskNeededBytes),
        ])],
        Notes =
        [
            $"Disk: {Bytes(plan.DiskNeededBytes)} needed at once, {Bytes(plan.DiskFreeBytes)} free"
                + (plan.Fits == false ? ": IT DOES NOT FIT; lower --records, or choose another disk by --work-folder, "
                    + "or by --endpoint if it names a file." : "."),
            .. plan.MostTrials is { } most
                ? [Invariant($"These are the fewest. Trials go on until the intervals are as narrow as asked: {most:N0} at most, about {Time(plan.MostS ?? 0)}.")]
                : Array.Empty<string>(),
            .. plan.PrefilledRecords is { } prefilled
                ? [Invariant($"Trials load {prefilled:N0} records of --prefill before they begin: time and disk contain them.")]
                : Array.Empty<string>(),
            .. plan.MostTrials is null && RunText.FewBlocks(plan.Blocks) is { } few ? [few] : Array.Empty<string>(),
            "From a pilot run of three small trials per target and mix, audit included: good enough for planning, not for "
                + "publishing.",
            .. plan.NotPiloted.Count == 0 ? Array.Empty<string>()
                : [$"One pilot stands for all values of {string.Join(", ", plan.NotPiloted)}, which may differ much in time and "
                    + "disk."],
            .. plan.Deviations.Count == 0 ? Array.Empty<string>()
                : [$"Deviates from the protocol: {string.Join("; ", plan.Deviations)}."],
        ],
    };

    private static string Time(double seconds) =>
        seconds < LongestS ? ProgressText.Of(TimeSpan.FromSeconds(seconds)) : "10,000 years or more";

    private static string Bytes(long? bytes) => bytes switch
    {
        null => "unknown",
        >= 10_000_000_000 => Invariant($"{bytes / 1e9:N0} GB"),
        >= 10_000_000 => Invariant($"{bytes / 1e6:N0} MB"),
        _ => Invariant($"{bytes / 1e3:N0} KB"),
    };

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
