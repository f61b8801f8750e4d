using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Output;
using DbIngest.Core.Audit;
using DbIngest.Core.Operations;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Targets;
using DbIngest.Core.Trials;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Folders;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Progress;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>verify</c>: audits data that <c>run --keep</c> or another program left in a database. What must be stored
/// follows from the last trial of a result folder, or from the options where no folder is given. Exit code 3 says that the
/// audit failed. A server must be named, since a private one ended with its run. <see cref="Verb.All"/> registers the class. It
/// attaches to the table and reads: it never writes, prepares or cleans.
/// </summary>
internal static class VerifyVerb
{
    private const string Membership =
        "All lanes shared the records, and the times of their writes are not stored: each record is checked to hold a lane's "
        + "last write to it, and not which lane wrote last. The audit of the run has checked that.";

    public static ExitCode Execute(VerifyOptions options, IReadOnlyList<string> arguments, Screen screen)
    {
        Manifest? stored = null;
        TrialResult? last = null;
        if (options.Folder is not null)
        {
            var folder = ResultFolder.Open(options.Folder);
            stored = Resumption.ManifestOf(folder, arguments);
            last = LastTrial(folder);
            options = Resumption.Merge<VerifyOptions>(Shared(stored), arguments);
        }

        var request = new SweepRequestReader(Databases.With(options.Plugins),
            Environment.GetEnvironmentVariable)
        { Stored = stored?.Configuration }.Read(options);
        request = stored is null ? request : Resumption.KeepChosen(request, options, stored.Configuration);
        screen.Scrubber.Add(request.Access.Secrets);
        using var interruption = new Interruption(static () => { });
        using var workFolder = WorkFolder.Create(options.WorkFolder, Path.GetTempPath());
        using var workloads = Interruptible.Run(() => WorkloadSet.Open(request, workFolder.Path), interruption.Token);
        var configuration = Configurations.Of(request, workloads);
        if (stored is not null)
        {
            // Resumed runs may have extended the sweep, which the stored options do not say. No audit depends on its trials.
            var (trials, precision, most) =
                (stored.Configuration.Trials, stored.Configuration.Precision, stored.Configuration.MaxTrials);
            RefuseDifferences(options.Folder!, stored.Configuration,
                configuration with { Trials = trials, Precision = precision, MaxTrials = most });
            RefuseDeleted(options.Folder!, stored, last!);
        }

        var point = last?.Point ?? OnlyPoint(configuration);
        if (!request.Access.HasEndpoint(Databases.Find(point.Database)))
        {
            throw new UsageException(
                $"verify: name the server that holds the data of {point.Database} with --endpoint; a server that dbingest "
                + $"started itself is gone.");
        }

        RefuseMissingFile(request, Databases.Find(point.Database));
        using var targets = OpenTargets.Open([point], request,
            new TargetOptions { WorkFolder = workFolder.Path, Cancellation = interruption.Token });
        var ingest = IngestRequest.Of(point, configuration.Seed, RetryOptions.Default);
        ingest = ingest with { RequestTimeout = request.Access.RequestTimeout };
        var audit = Audit(targets.For(point), ingest, last, workloads, interruption.Token);
        if (stored is not null)
        {
            RefuseNotKept(options.Folder!, stored, audit);
        }

        Show(point, audit, options.Json, screen);
        return audit.Passed ? ExitCode.Done : ExitCode.AuditFailed;
    }

    /// <summary>Refuses options that describe other data than the sweep stored.</summary>
    private static void RefuseDifferences(string folder, SweepConfiguration stored, SweepConfiguration now)
    {
        var differences = ConfigurationDifferences.Between(stored, now);
        if (differences.Count > 0)
        {
            throw new UsageException([.. differences.Select(difference => $"verify: {difference}."),
                $"{folder} was measured with other settings, so its data cannot be checked with these: leave such options out, "
                + "or take the version that measured it."]);
        }
    }

    /// <summary>Refuses a result of which no records are there: a run keeps those of its schedule's last trial alone.</summary>
    private static void RefuseDeleted(string folder, Manifest stored, TrialResult last)
    {
        if (!IsKept(stored))
        {
            // A resumed run may have kept them all the same, which nothing stores.
            return;
        }

        if (stored.Configuration.Precision is not null)
        {
            throw new UsageException($"verify: {folder} was extended by --precision, with which --keep does not hold, so each "
                + "trial's records were deleted after it; run it again with --keep.");
        }

        var schedule = Schedule.Of(stored.Configuration);
        var done = Schedule.Done(schedule, Journal.Read(ResultFolder.Open(folder).JournalFile));
        if (schedule.Count > 0 && last.Id != schedule[^1].Id && !done.IsSupersetOf(schedule.Select(trial => trial.Id)))
        {
            throw new UsageException($"verify: {folder} is not finished, so the records of its last trial were deleted for the "
                + $"next one; go on with it first: {ProgramCommand.Line("run", "--resume", folder)}");
        }
    }

    /// <summary>Refuses to call records lost that a run without <c>--keep</c> deleted itself.</summary>
    private static void RefuseNotKept(string folder, Manifest stored, AuditResult audit)
    {
        if (!IsKept(stored) && !audit.Passed && audit.Sources.All(source => source.Stored == 0))
        {
            throw new UsageException($"verify: {folder} was measured without --keep, so each trial's records were deleted after "
                + "it, and none are there; run it again with --keep.");
        }
    }

    private static bool IsKept(Manifest stored) => stored.Arguments.Contains("--keep", StringComparer.Ordinal);

    /// <summary>Refuses a database's file or folder that does not exist, because opening the target would create it.</summary>
    private static void RefuseMissingFile(SweepRequest request, TargetDefinition database)
    {
        // Opening the target refuses an endpoint without a file.
        foreach (var part in database.Parts)
        {
            if (request.Access.FileOf(part) is { } file && !Path.Exists(file))
            {
                throw new UnavailableException($"{part.Name}: {file} does not exist, so nothing is stored in it; name the file "
                    + "that 'run --keep' wrote by --endpoint.", new FileNotFoundException(null, file));
            }
        }
    }

    private static AuditResult Audit(
        ITarget target, IngestRequest request, TrialResult? last, WorkloadSet workloads, CancellationToken cancellation)
    {
        var point = request.Point;
        if (last is null && (point.Mix is not null || point.DurationS is not null))
        {
            throw new UsageException(
                "verify: only the result says how far a trial with --mix or --duration came; name its folder.");
        }

        // The new period begins after the old records of the longest point of the sweep.
        if (last is null && point.Backfill is not null)
        {
            throw new UsageException(
                "verify: only the result says where the new period of --backfill begins; name its folder.");
        }

        if (last is not null && point.Mix is { IsShared: true } && last.Operations?.Any(kind => kind.LeftOut > 0) == true)
        {
            throw new UsageException(
                "verify: some operations of the last trial were left out after conflicts, and the result does not say which, so "
                + "what must be stored is not known; the audit of the run has checked it.");
        }

        if (last?.LastingUpdates is { } lasting)
        {
            throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"verify: of {lasting:N0} updates of the last trial an earlier attempt may have arrived after a later update, "
                + $"and the result does not say of which records, so what must be stored is not known; the audit of the run "
                + $"has checked it."));
        }

        if (last?.Repeats is { InDoubt: > 0, Expected: Repeats.KeepsBoth })
        {
            throw new UsageException(
                "verify: some batches of the last trial were sent a second time in doubt, and the result does not say which, so "
                + "how often they are stored is not known; the audit of the run has checked the others.");
        }

        if (last is null && point.AddedValues is not null)
        {
            throw new UsageException("verify: which records have the values of --add-values is known from a result only; "
                + "give the result folder of the run.");
        }

        var workload = workloads.For(point);
        try
        {
            target.Attach(request.WholeTableOf(workload.Schema), cancellation);
            return last?.LaneOperations is { } operations
                ? MixAudit.Run(target, workload, request, LanesOf(point, operations, last), cancellation)
                : Auditor.Run(
                    target, new ExpectedContent(workload), workload.Schema.ValueCount,
                    ExtentsOf(request, last, Expected(target, point, cancellation)), cancellation,
                    requestTimeout: request.RequestTimeout);
        }
        catch (TargetException exception)
        {
            throw new UnavailableException($"{point.Database}: {exception.Message}", exception);
        }
    }

    /// <summary>Builds the lanes of the last trial from its stored counts, with no operation in doubt.</summary>
    private static MixOutcome LanesOf(Point point, IReadOnlyList<long> operations, TrialResult last) => new()
    {
        SpareIncrements = last.Retries,
        Kinds = [],
        WrongAnswers = 0,
        Lanes = [.. operations
            .Select((count, lane) =>
            new LaneProgress(lane / point.InFlight, lane % point.InFlight, count, IsLastInDoubt: false))],
    };

    private static IReadOnlyList<SourceExtent> ExtentsOf(IngestRequest request, TrialResult? last, Repeats? expected) =>
        [.. Enumerable.Range(0, request.Point.Sources.Total).Select(source =>
            new SourceExtent(
                request.RangeOf(source).First + (last?.Sources.FirstOrDefault(s => s.Source == source)?.ScheduledRecords
                    ?? request.Point.RecordsPerSource),
                [], Repeats: request.RepeatsOf(source) is { } schedule
                    ? new SourceRepeats(schedule, expected == Repeats.KeepsBoth, []) : null)
            {
                WholeFrom = request.Point.AddedValues is null ? 0
                    : last?.Sources.FirstOrDefault(s => s.Source == source)?.WholeFrom ?? long.MaxValue,
            })];

    /// <summary>How the database stores records that were sent twice. Null if no record was sent twice.</summary>
    private static Repeats? Expected(ITarget target, Point point, CancellationToken cancellation) =>
        point.Duplicates is null ? null
        : target.Describe(cancellation).Repeats is { } repeats and not Repeats.Refuses ? repeats
        : throw new UsageException(
            $"verify: {point.Database} does not say what it stores of a record that is sent twice; leave --duplicates out.");

    /// <summary>
    /// Returns the trial whose data <c>run --keep</c> left: the last one. Refuses a failed trial, and an invalid one that was not
    /// audited, since more than its answers may be wrong.
    /// </summary>
    private static TrialResult LastTrial(ResultFolder folder)
    {
        var last = Journal.Read(folder.JournalFile).OfType<TrialResult>().LastOrDefault()
            ?? throw new UsageException($"{folder.Path}: no trial has finished there; there is nothing to verify.");
        return last is { Status: TrialStatus.Complete } or { Status: TrialStatus.Invalid, Audit: not null }
            ? last
            : throw new UsageException(
                $"{folder.Path}: its last trial is {last.Status.ToString().ToLowerInvariant()}, so what must be stored is not "
                + $"known; run it again.");
    }

    /// <summary>Removes stored arguments that only <c>run</c> has, since they do not decide what the database stores.</summary>
    private static Manifest Shared(Manifest stored)
    {
        var own = OptionBinder.OwnOptionsOf(typeof(RunOptions));
        return stored with { Arguments = [.. stored.Arguments.Where(argument => !own.Contains(argument.Split('=')[0]))] };
    }

    private static Point OnlyPoint(SweepConfiguration configuration) => configuration.Search is not null
        ? throw new UsageException("verify: a search keeps no data, so there is nothing to verify; leave --find out.")
        : configuration.Points.Count == 1 ? configuration.Points[0]
        : throw new UsageException(string.Create(
            CultureInfo.InvariantCulture,
            $"verify: the options describe {configuration.Points.Count} points, and a database holds one; give one value to "
            + $"--records and every other axis."));

    private static void Show(Point point, AuditResult audit, bool json, Screen screen)
    {
        if (json)
        {
            screen.Result(JsonSerializer.Serialize(audit, VerbJson.Default.AuditResult));
        }

        screen.Table(
            new TextTable
            {
                Title = $"{ProgressText.Of(point)}: {(audit.Passed ? "passed" : "FAILED")}",
                Headers = ["source", "expected", "stored", "missing", "duplicates", "checksum expected", "checksum stored"],
                RightAligned = [true, true, true, true, true, false, false],
                Rows = [.. audit.Sources.Select(s => (IReadOnlyList<string>)
                [
                    s.Source.ToString(CultureInfo.InvariantCulture),
                    s.Expected.ToString("N0", CultureInfo.InvariantCulture),
                    s.Stored.ToString("N0", CultureInfo.InvariantCulture),
                    s.Missing.ToString("N0", CultureInfo.InvariantCulture),
                    s.Duplicates.ToString("N0", CultureInfo.InvariantCulture),
                    s.ChecksumExpected,
                    s.ChecksumStored,
                ])],
                Notes = audit.Shared is { IsMembershipOnly: true }
                    ? [.. audit.Findings, Membership] : audit.Findings,
            },
            asRemark: json);
    }
}
