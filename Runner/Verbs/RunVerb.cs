using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Clusters.Hosts;
using DbIngest.Core.Measurement;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Core.Targets;
using DbIngest.Runner.Execution;
using DbIngest.Runner.Folders;
using DbIngest.Runner.Live;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Progress;
using DbIngest.Runner.Resuming;
using DbIngest.Runner.Telemetry;
using Serilog.Events;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>run</c>: measures a sweep, or resumes one with <c>--resume</c>. <see cref="Verb.All"/> registers it, and
/// <see cref="AdviseVerb"/> calls it per step. It checks every option before it opens a database, opens everything before the
/// first trial, and concludes with summary, report, gates and exit code. An interrupted run keeps its journal and shows no
/// figures. <c>SweepExecution</c> runs the trials, <see cref="RunAgain"/> prepares <c>--again</c>.
/// </summary>
internal sealed class RunVerb
{
    private readonly RunOptions _options;
    private readonly IReadOnlyList<string> _arguments;
    private readonly Screen _screen;
    private readonly Manifest? _stored;
    private RunGates _gates = RunGates.None;
    private string? _folder;
    private Prices? _prices;

    private RunVerb(RunOptions options, IReadOnlyList<string> arguments, Screen screen, Manifest? stored)
    {
        _options = options;
        _arguments = arguments;
        _screen = screen;
        _stored = stored;
    }

    public static ExitCode Execute(RunOptions options, IReadOnlyList<string> arguments, Screen screen)
    {
        var reader = new OptionReader();
        reader.RefuseIf(options.Quiet && options.Verbose, "--quiet", "given together with --verbose; give one of them");
        reader.RefuseIf(options.Force && options.Resume is null, "--force",
            "a new sweep replaces nothing; it belongs to --resume, leave it out");
        bool isResumed = options.Resume is not null && options.Again is null;
        reader.RefuseIf(isResumed && options.Out is not null, "--out", "a resumed sweep keeps its folder; leave it out");
        reader.RefuseIf(isResumed && options.Name is not null, "--name", "a resumed sweep keeps its name; leave it out");
        reader.ThrowIfRefused();
        if (options.Again is not null)
        {
            return RunAgain.Execute(options, arguments, screen, (merged, normal) =>
            {
                var run = new RunVerb(merged, normal, screen, stored: null);
                return (run.Execute(), run._folder);
            });
        }

        if (options.Resume is null)
        {
            return new RunVerb(options, arguments, screen, stored: null).Execute();
        }

        var manifest = Resumption.ManifestOf(Resumption.Open(options.Resume), arguments);
        if (!options.Force)
        {
            Resumption.RefuseLostTrials(options.Resume);
        }

        var merged = Resumption.Merge<RunOptions>(manifest, Resumption.KeepWarmUp(manifest, arguments));
        if (StoredOptions.EndOfKeep(manifest.Arguments, merged.Keep) is { } remark)
        {
            screen.Remark(remark);
        }

        return new RunVerb(merged, arguments, screen, manifest).Execute();
    }

    private ExitCode Execute()
    {
        var request = new SweepRequestReader(Databases.With(_options.Plugins),
            Environment.GetEnvironmentVariable)
        { Stored = _stored?.Configuration }.Read(_options);
        request = _stored is null ? request : Resumption.KeepChosen(request, _options, _stored.Configuration);
        _screen.Scrubber.Add(request.Access.Secrets);
        string name = SweepName.Read(_options.Name, request);
        _gates = RunGates.Read(_options, request, isResumed: _stored is not null);
        _prices = ReadPrices();
        RefuseKeepingNothing(request);

        using var reporter = new Reporter(shows: !_options.Quiet, _screen.Scrubber.Scrub);
        using var interruption = new Interruption(() =>
            reporter.WriteLine("Stopping; the current trial is discarded. Press Ctrl-C again to quit now."));
        using var telemetry = SweepTelemetry.Open(_options.Otlp, Environment.GetEnvironmentVariable, reporter.WriteLine,
            interruption.Token);
        using var dashboard = Dashboard.Open(_options.Dashboard, reporter.WriteLine);
        string root = _stored is null ? _options.Out ?? Defaults.Out : ResultFolder.Open(_options.Resume!).Root;
        using var machine = MachineRuns.Enter(_options.AllowBusy, Environment.GetEnvironmentVariable);
        using var workFolder = WorkFolder.Create(_options.WorkFolder, root, isResumed: _stored is not null);
        using var workloads = Interruptible.Run(() => WorkloadSet.Open(request, workFolder.Path), interruption.Token);
        var configuration = Configurations.Of(request, workloads);
        if (_stored is not null)
        {
            configuration = Resumption.Extend(_options.Resume!, _stored.Configuration, configuration);
            var resumed = ResultFolder.Open(_options.Resume!);
            if (Resumption.IsFinished(resumed, _stored.Configuration, configuration))
            {
                // A finished sweep needs neither servers nor a comparison of machines.
                reporter.Dispose();
                _screen.Remark("Every trial is in the journal: nothing is left to measure.");
                return Conclude(resumed, SweepEnd.Finished, failure: null, dashboard);
            }

            resumed.RequireOwnFiles();
        }

        ProcessLimits.Check(request);
        Action<string> say = _options.Quiet ? static _ => { } : reporter.WriteLine;
        var common = new TargetOptions { WorkFolder = workFolder.Path, Cancellation = interruption.Token, Say = say };
        using var session = SweepSession.Open(request, workloads, configuration.Points, common,
            isWatched: dashboard is not null || telemetry is not null);
        configuration = _stored is null ? Configurations.With(session.Targets, configuration) : configuration;
        var manifest = MakeManifest(name, configuration, session, workFolder.Path, interruption.Token);
        var folder = _stored is null ? ResultFolder.Create(root, manifest) : ResultFolder.Open(_options.Resume!);
        _folder = folder.Path;
        return Run(session, folder, _stored is null ? manifest
            : _stored with { Configuration = configuration }, machine, reporter, interruption, dashboard, telemetry);
    }

    private Manifest MakeManifest(
        string name, SweepConfiguration configuration, SweepSession session, string workFolder, CancellationToken cancellation)
    {
        var environment = EnvironmentCapture.Capture(workFolder, BuildStamp.Of(typeof(RunVerb)));
        var targets = session.Targets.Describe(cancellation);
        var hosts = session.Hosts(cancellation);
        PluginInfo[] plugins = [.. Databases.Plugins.Select(plugin => plugin.Info)];
        if (_stored is not null)
        {
            Resumption.CheckEnvironment(_options.Resume!, _stored, environment, plugins, targets, hosts);
        }

        string[] redacted = [.. _arguments.Select(Redaction.RedactArgument)];
        string price = PriceReader.Option + "=";

        // A file of prices may be gone when the sweep is resumed.
        string[] stored = [.. redacted.Select(argument =>
            _prices is not null && argument.StartsWith(price, StringComparison.Ordinal) ? price + _prices : argument)];
        return new Manifest
        {
            Name = name,
            StartedUtc = TimeProvider.System.GetUtcNow(),
            CommandLine = string.Join(' ', redacted.Prepend("run").Prepend("dbingest").Select(ShellText.Quote)),
            Folder = Environment.CurrentDirectory,
            LauncherFolder = _options.LauncherFolder,
            Arguments = stored,
            Prices = _prices,
            Configuration = configuration,
            Environment = environment,
            Targets = _stored is null ? RoundTrips.Measure(targets, cancellation) : targets,
            Hosts = hosts,
            DeploymentLimits = LimitsOf(configuration, session, cancellation),
            Plugins = plugins,
            Packages = PackageList.OfProgram(),
        };
    }

    /// <summary>
    /// Measures the capacity of a deployment's network and disks before the first trial. Null for a resumed sweep, whose manifest
    /// has the limits already.
    /// </summary>
    private Dictionary<string, IReadOnlyList<NodeLimits>>? LimitsOf(SweepConfiguration configuration, SweepSession session,
        CancellationToken cancellation)
    {
        if (_stored is not null || configuration.Deployments is not { Count: > 0 })
        {
            return null;
        }

        try
        {
            return session.Request.Access.Deployed
                .ToDictionary(deployed => deployed.Name, deployed => deployed.Cluster.Limits(cancellation),
                StringComparer.Ordinal);
        }
        catch (ClusterException exception)
        {
            throw new UnavailableException($"--cluster: {exception.Message}", exception);
        }
    }

    private ExitCode Run(
        SweepSession session, ResultFolder folder, Manifest manifest, MachineRuns machine, Reporter reporter,
            Interruption interruption, Dashboard? dashboard, SweepTelemetry? telemetry)
    {
        var level = _options.Quiet ? LogEventLevel.Error : _options.Verbose ? LogEventLevel.Debug : LogEventLevel.Warning;
        using var runLog = new RunLog(folder.LogFile, reporter, level, _screen);
        var log = runLog.Logger;
        log.Information("{Command}, {Version}", manifest.CommandLine, CommandReader.Version);
        foreach (string warning in RunText.WarningsOf(manifest, _prices))
        {
            log.Warning("{Warning}", warning);
        }

        if (!_options.Quiet)
        {
            reporter.WriteLine(RunText.Opening(manifest, folder.Path, resumed: _stored is not null));
        }

        SweepEnd? end = null;
        string? failure = null;
        try
        {
            end = new SweepExecution(session, folder, manifest, machine, reporter, log, _screen.Scrubber)
            { Dashboard = dashboard, Telemetry = telemetry }.Run(_options.Keep, interruption.Token);
        }
        catch (ResultException exception)
        {
            failure = exception.Message;
            log.Error("{Message}", exception.Message);
        }

        reporter.Dispose();
        return Conclude(folder, end, failure, dashboard);
    }

    /// <summary>
    /// Shows and writes the results, and decides the exit code. <see cref="Pilots.PilotException"/> must agree with the codes
    /// after a trial that did not complete: change both together.
    /// </summary>
    private ExitCode Conclude(ResultFolder folder, SweepEnd? end, string? failure, Dashboard? dashboard)
    {
        if (end == SweepEnd.Interrupted)
        {
            dashboard?.ShowEnd($"The run was interrupted. To resume: {ResumeLine(folder)}");
            return Leave(folder);
        }

        var prices = NewPrices(folder);
        var result = Results.Read(folder.Path, prices);
        var summary = result.Summary;
        Results.Warn(folder.Path, summary, _screen);
        bool isWritten = Keep(prices, folder) && SummaryOutput.Write(folder.Path, summary, _screen);
        string? report = SummaryOutput.WriteReport(folder.Path, [result], _screen);
        if (end == SweepEnd.Finished || summary.Trials.Count > 0)
        {
            _screen.Answer(AnswerLine.Of([result]), asRemark: _options.Json);
            foreach (var table in SpecialTables.BeforePoints(summary))
            {
                _screen.Table(table, asRemark: _options.Json);
            }

            _screen.Table(_options.Verbose ? SummaryTable.Of(summary) : SummaryTable.Short(summary), asRemark: _options.Json);
            foreach (var table in SpecialTables.AfterPoints(summary))
            {
                _screen.Table(table, asRemark: _options.Json);
            }
        }

        if (Comparison.OfPairs(result) is { } pairs)
        {
            PairsOutput.Show(folder.Path, pairs, _options.Json, _screen);
        }

        if (_options.Json)
        {
            // A program that starts this one needs the path of the results.
            var answer = JsonSerializer.SerializeToNode(summary, SummaryJson.Default.SweepSummary)!;
            answer["folder"] = Path.GetFullPath(folder.Path);
            _screen.Result(answer.ToJsonString(SummaryJson.Default.Options));
        }

        Action<string> say = _options.Json ? _screen.Remark : _screen.Result;
        if (end != SweepEnd.Finished)
        {
            _screen.Remark($"{(failure is null ? "A database was lost" : "Stopped")}. To resume: {ResumeLine(folder)}");
        }

        bool hasFailed = _gates.Judge(result, say);
        if (summary.Trials.Count > 0)
        {
            // Repeats the conclusion, because tables and notes have scrolled it away.
            say(string.Empty);
            _screen.Answer(AnswerLine.Of([result]), asRemark: _options.Json);
        }

        if (report is not null)
        {
            say($"Report: {report}");
            dashboard?.ShowReport(report);
        }

        say($"Result: {folder.Path}");
        return end switch
        {
            SweepEnd.TargetLost when SummaryExitCode.Of(summary) != ExitCode.AuditFailed => ExitCode.Unreachable,
            _ when SummaryExitCode.Of(summary) is not ExitCode.Done and var code => code,
            _ when failure is not null || !isWritten || report is null => ExitCode.PointsMissing,
            _ => hasFailed ? ExitCode.ThresholdExceeded : ExitCode.Done,
        };
    }

    /// <summary>
    /// Ends an interrupted run without figures. The journal keeps its trials, and <c>report</c> computes the figures.
    /// </summary>
    private ExitCode Leave(ResultFolder folder)
    {
        _screen.Remark(
            $"Interrupted. What was measured: {ProgramCommand.Line(["report", folder.Path, .. PriceArgument(folder)])}");
        _screen.Remark($"To resume: {ResumeLine(folder)}");
        (_options.Json ? _screen.Remark : (Action<string>)_screen.Result)($"Result: {folder.Path}");
        return ExitCode.Interrupted;
    }

    private Prices? ReadPrices()
    {
        var reader = new OptionReader();
        var prices = PriceReader.Read(_options.Price, reader);
        reader.ThrowIfRefused();
        return prices;
    }

    /// <summary>
    /// New prices of a resumed sweep. Null if its folder has them. They are stored together with the first figures by them,
    /// because an interrupted run leaves the figures of the last end.
    /// </summary>
    private Prices? NewPrices(ResultFolder folder) =>
        _stored is not null && _prices is not null && _prices != (folder.ReadPrices() ?? _stored.Prices)
            && _arguments.Any(argument => argument.StartsWith(PriceReader.Option + "=", StringComparison.Ordinal))
            ? _prices : null;

    /// <summary>Writes new prices to a separate file, because the manifest of a resumed sweep must not change.</summary>
    /// <returns>False if they could not be written. The user was told.</returns>
    private bool Keep(Prices? prices, ResultFolder folder)
    {
        try
        {
            if (prices is not null)
            {
                folder.WritePrices(prices);
            }

            return true;
        }
        catch (ResultException exception)
        {
            _screen.Remark(exception.Message);
            return false;
        }
    }

    private string[] PriceArgument(ResultFolder folder) =>
        NewPrices(folder) is { } prices ? [$"{PriceReader.Option}={prices}"] : [];

    private string ResumeLine(ResultFolder folder) =>
        ProgramCommand.Line(["run", "--resume", folder.Path, .. PriceArgument(folder)]);

    /// <summary>Refuses <c>--keep</c> for a database that ends with the run, and if no trial is known to be the last.</summary>
    private void RefuseKeepingNothing(SweepRequest request)
    {
        string? unending = request.Search is not null ? "--find" : request.Precision is not null ? "--precision" : null;
        if (_options.Keep && unending is not null)
        {
            throw new UsageException($"--keep: with {unending} no trial is known to be the last; leave one of them out.");
        }

        if (_options.Keep && request.Databases.FirstOrDefault(d => !request.Access.HasEndpoint(d.Definition)) is { } own)
        {
            throw new UsageException(
                $"--keep: without --endpoint, {own.Definition.Name} and its data end with the run; name a server with --endpoint.");
        }
    }
}
