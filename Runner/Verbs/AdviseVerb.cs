using System.Text.Json;
using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Runner.Advising;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>advise</c>: finds which stores hold the user's rate and what disk space they need, by sweeps of the
/// verb <c>run</c> or from stored results, and writes one page. If a store cannot be measured, the page says so, the others are
/// measured, and the exit code is 4. A failed audit gives 3. <c>--resume</c> goes on with the sweeps that have not ended and
/// repeats no finished trial. <see cref="Verb.All"/> registers it.
/// </summary>
internal sealed class AdviseVerb
{
    private readonly AdviseOptions _options;
    private readonly Screen _screen;

    private AdviseVerb(AdviseOptions options, Screen screen)
    {
        _options = options;
        _screen = screen;
    }

    private Action<string> Say => _options.Json ? _screen.Remark : _screen.Result;

    public static ExitCode Execute(AdviseOptions options, IReadOnlyList<string> arguments, Screen screen)
    {
        string[] folders = [.. options.Folders];
        if (options.Resume is { } resumed)
        {
            if (folders.Length > 0)
            {
                throw new UsageException("--resume: result folders are given as well; give one of them.");
            }

            var (merged, normal) = Merge(AdviseState.Read(resumed), resumed,
                [.. arguments.Where(a => NameOf(a) != "--resume")]);
            return new AdviseVerb(merged, screen).Measure(normal, resumed);
        }

        var advise = new AdviseVerb(options, screen);
        return folders.Length > 0 ? Interruption.Run(() => advise.FromFolders(folders, arguments))
            : advise.Measure(arguments, resumed: null);
    }

    /// <summary>Binds the options of a stored advice. The few that a resuming command may give replace stored ones.</summary>
    private static (AdviseOptions Options, IReadOnlyList<string> Arguments) Merge(AdviseState state, string folder,
        string[] arguments)
    {
        string[] anew = ["--quiet", "-q", "--json", "--allow-busy", "--endpoint", "--password-file", "--plugin"];
        RefuseOthers(arguments, anew, "an advice that goes on keeps its options");

        string[] notRepeated = [.. StoredOptions.OfOneStart, "--out"];
        string stores = state.Arguments.FirstOrDefault(argument => NameOf(argument) == "--db")?["--db=".Length..]
            ?? Defaults.Databases;
        var databases = StoredPaths.DatabasesOf(state.Arguments, arguments, state.Folder,
            new StoredPlugins(folder, state.PluginSha256 ?? []));
        var stored = StoredPaths.Whole(state.Arguments.Where(argument => argument.StartsWith('-')
            && !notRepeated.Contains(NameOf(argument))), state.Folder, databases, stores);
        string[] merged = [.. arguments, .. StoredOptions.Kept(stored, arguments, databases)];
        var options = (AdviseOptions)OptionBinder.Bind(typeof(AdviseOptions), merged);
        StoredPlugins.RequireLoaded(options.Plugins);

        // The words of a launcher stay as they are: only its command knows which of them are paths.
        options.LauncherFolder = state.LauncherFolder ?? state.Folder;
        return (options, merged);
    }

    private ExitCode Measure(IReadOnlyList<string> arguments, string? resumed)
    {
        var reader = new OptionReader();
        var questions = new AdviseRequestReader(reader);
        var request = questions.Read(_options);
        questions.CheckMeasured(_options);
        reader.RefuseIf(_options.Force, "--force", "it belongs to advise DIR...; leave it out");

        reader.ThrowIfRefused();
        string[] stores = [.. (_options.Databases?.Names ?? [Defaults.Databases]).Distinct(StringComparer.Ordinal)];
        var steps = AdviseStep.Of(request!, stores, arguments);
        Check(steps, stores, arguments);

        // Each step enters by itself. Beside another run all of them would fail, and every store would count as not measured.
        MachineRuns.Enter(_options.AllowBusy, Environment.GetEnvironmentVariable).Dispose();
        var state = new AdviseState([.. arguments.Select(Redaction.RedactArgument)], Environment.CurrentDirectory,
            new Dictionary<string, string>())
        {
            LauncherFolder = _options.LauncherFolder,
            PluginSha256 = [.. Databases.Plugins.Select(plugin => plugin.Info.Sha256)],
        };
        string folder = resumed ?? state.Create(_options.Out ?? Defaults.Out);
        if (!_options.Quiet)
        {
            foreach (var step in steps)
            {
                Say($"{step.Store}: {step.What}.");
            }

            Say($"Into {folder}; Ctrl-C stops, and '{ProgramCommand.Line("advise", "--resume", folder)}' goes on.");
        }

        AdviseState? ended;
        try
        {
            if (resumed is not null)
            {
                state.Write(folder);
            }

            ended = RunAll(steps, state, folder);
        }
        catch (ResultException exception) when (AdviseState.IsIn(folder))
        {
            // A full disk that took the state of an earlier step keeps what was measured.
            _screen.Remark(exception.Message);
            _screen.Remark($"Not finished. To go on: {ProgramCommand.Line("advise", "--resume", folder)}");
            return ExitCode.PointsMissing;
        }

        if (ended is null)
        {
            _screen.Remark($"Interrupted. To go on: {ProgramCommand.Line("advise", "--resume", folder)}");
            return ExitCode.Interrupted;
        }

        return Conclude(request!, [.. ResultsIn(folder)], ended.Missing, folder,
            [ProgramCommand.Line(["advise", .. state.Arguments]), ProgramCommand.Line("advise", folder)]);
    }

    /// <summary>Runs all steps, and stores why a store could not be measured.</summary>
    /// <returns>The state with the stores that could not be measured. Null if the user stopped the advice.</returns>
    /// <exception cref="ResultException">The folder of the advice cannot be written.</exception>
    private AdviseState? RunAll(IReadOnlyList<AdviseStep> steps, AdviseState state, string folder)
    {
        // A run says itself that it stops.
        using var interruption = new Interruption(static () => { });
        bool isWhole = AdviseSteps.Run(steps, step =>
        {
            var (code, why) = Run(step, folder);
            if (why is not null && !state.Missing.ContainsKey(step.Store))
            {
                state = state with
                {
                    Missing = new Dictionary<string, string>(state.Missing, StringComparer.Ordinal) { [step.Store] = why },
                };
                state.Write(folder);
            }

            return code;
        }, interruption.Token);
        return isWhole ? state : null;
    }

    /// <summary>Answers from existing result folders without measuring.</summary>
    private ExitCode FromFolders(string[] folders, IReadOnlyList<string> arguments)
    {
        string[] known = ["--rate", "--keep", "--limit", "--out", "--force", "--quiet", "-q", "--json"];
        RefuseOthers(arguments, known, "with result folders nothing is measured");

        // Options of this command replace the question of a stored advice.
        var advices = new StoredAdvices(folders);
        var asked = advices.Asked(arguments);
        var options = asked.Count == 0 ? _options : (AdviseOptions)OptionBinder.Bind(typeof(AdviseOptions),
            [.. arguments.Where(argument => argument.StartsWith('-')), .. asked]);
        var reader = new OptionReader();
        var request = new AdviseRequestReader(reader).Read(options);
        reader.ThrowIfRefused();
        string place = _options.Out ?? (folders.Length == 1 && AdviseState.IsIn(folders[0]) ? folders[0] : Defaults.Advice);
        (string Folder, StoredResult[] Results)[] all = [.. folders.Select(folder => (folder, ResultsIn(folder).ToArray()))];
        var missing = advices.Missing((folder, store) => IsMeasured(store,
            Advice.Of(request!, [.. all.Where(other => other.Folder != folder).SelectMany(other => other.Results)],
                new Dictionary<string, string>())));
        if (!AdviseState.IsIn(place))
        {
            ExistingFiles.Refuse("advise", AdviceFiles.FilesOf(place), "name another folder by --out", _options.Force);
        }

        return Conclude(request!, [.. all.SelectMany(of => of.Results)], missing, place,
            [ProgramCommand.Line(["advise", .. arguments])]);
    }

    /// <summary>True if an advice lacks nothing of a store, whose name values that tell it from others may follow.</summary>
    private static bool IsMeasured(string store, Advice advice) => advice.Stores.Any(of =>
        of.NotMeasured.Count == 0 && (of.Store == store || of.Store.StartsWith(store + " ", StringComparison.Ordinal)));

    private ExitCode Conclude(AdviceRequest request, StoredResult[] results, IReadOnlyDictionary<string, string> missing,
        string place, IReadOnlyList<string> commands)
    {
        // Written before anything is printed: standard output may take nothing more.
        var advice = Advice.Of(request, results, missing);
        string? page = SummaryOutput.WriteAdvice(place, advice, commands, _screen);
        if (!_options.Quiet)
        {
            _screen.Table(AdviceTable.Of(advice), _options.Json);
            foreach (string line in advice.Stores.SelectMany(store => store.NotMeasured.Select(what =>
                $"{store.Store}, not measured: {what}")).Concat(advice.NotMeasured.Select(what => $"Not measured: {what}")))
            {
                Say(line);
            }

            _screen.Answer(string.Join(" ", advice.Answer), _options.Json);
        }

        if (_options.Json)
        {
            _screen.Result(JsonSerializer.Serialize(advice, SummaryJson.Default.Advice));
        }

        if (page is not null)
        {
            Say($"Advice: {page}");
        }

        bool isPartial = page is null || advice.Stores.Any(store => store.NotMeasured.Count > 0) || advice.Stores.Count == 0;
        return results.Any(result => SummaryExitCode.Of(result.Summary) == ExitCode.AuditFailed) ? ExitCode.AuditFailed
            : isPartial ? ExitCode.PointsMissing : ExitCode.Done;
    }

    /// <summary>Checks the arguments of all sweeps before the first sweep starts, and registers their secrets.</summary>
    private void Check(IReadOnlyList<AdviseStep> steps, IReadOnlyList<string> stores, IReadOnlyList<string> arguments)
    {
        if (arguments.FirstOrDefault(argument => argument.Contains(Redaction.Stars, StringComparison.Ordinal)) is { } secret)
        {
            throw new UsageException($"{NameOf(secret)}: the stored advice holds stars in place of a secret; give "
                + $"{NameOf(secret)} again, with the secret.");
        }

        string[] unnamed = [.. AdviseStep.Unnamed(stores, arguments)
            .Select(argument => $"{NameOf(argument)}: '{Redaction.RedactArgument(argument)}' does not say which of "
                + $"{string.Join(", ", stores)} it is for; write the name before the value, as {NameOf(argument)} DB=VALUE.")];
        if (unnamed.Length > 0)
        {
            throw new UsageException(unnamed);
        }

        foreach (var step in steps)
        {
            var request = new SweepRequestReader(Databases.With(_options.Plugins), Environment.GetEnvironmentVariable)
                .Read(Bind(step.Arguments));
            _screen.Scrubber.Add(request.Access.Secrets);
            RefuseSeveral(request);
        }
    }

    /// <summary>Refuses several values on an axis that groups points, because an advice has one answer per store.</summary>
    private static void RefuseSeveral(SweepRequest request)
    {
        string[] several = [.. SweepAxes.All
            .Where(axis => axis.Groups && request.CountOn(axis) > 1)
            .Select(axis => $"--{axis.Option}: an advice answers for one value of it; give one, and ask again for the other.")];
        if (several.Length > 0)
        {
            throw new UsageException(several);
        }
    }

    /// <summary>Runs the sweep of a step, or resumes it if its folder exists.</summary>
    /// <returns>The exit code of the run, and why the store could not be measured. Null if it was measured.</returns>
    private (ExitCode Code, string? Why) Run(AdviseStep step, string folder)
    {
        string? begun = Folders(folder).FirstOrDefault(step.Owns);
        string[] arguments =
        [
            .. begun is null ? step.Arguments.Append($"--out={folder}")
                : step.Arguments.Where(NamesAccess).Append($"--resume={begun}"),
            .. _options.Quiet ? new[] { "--quiet" } : [],
        ];
        var silent = new Screen(_screen.Scrubber) { IsSilent = true };
        try
        {
            return (RunVerb.Execute(Bind(arguments), arguments, silent), null);
        }
        catch (Exception exception) when (StepFailure.WhyOf(exception) is { } failure)
        {
            string why = _screen.Scrubber.Scrub(failure);
            _screen.Remark($"{step.Store}: {why}");
            return (ExitCode.PointsMissing, why);
        }
    }

    /// <summary>Binds the arguments of a step. A step that has begun takes its launcher's folder from its manifest.</summary>
    private RunOptions Bind(IReadOnlyList<string> arguments)
    {
        var options = (RunOptions)OptionBinder.Bind(typeof(RunOptions), arguments);
        options.LauncherFolder = _options.LauncherFolder;
        return options;
    }

    /// <summary>
    /// Options that a resumed sweep takes from the command: its manifest has no secrets, and its plug-in may be at another place.
    /// </summary>
    private static bool NamesAccess(string argument) =>
        NameOf(argument) is "--endpoint" or "--password-file" or "--allow-busy" or "--plugin";

    /// <summary>Reads the result of a folder, or the results of all steps if the folder belongs to an advice.</summary>
    private IEnumerable<StoredResult> ResultsIn(string folder) =>
        (AdviseState.IsIn(folder) ? Folders(folder) : [folder])
            .Where(path => !AdviseState.IsIn(folder) || File.Exists(ResultFolder.Open(path).JournalFile))
            .Select(Read);

    private StoredResult Read(string path)
    {
        var result = Results.Read(path);
        Results.WarnOfLoss(path, result.Summary, _screen);
        return result;
    }

    private static IEnumerable<string> Folders(string folder) => !Directory.Exists(folder) ? []
        : Directory.EnumerateDirectories(folder).Where(path => File.Exists(Path.Combine(path, "manifest.json")))
            .Order(StringComparer.Ordinal);

    /// <summary>Refuses all options but some, each by name.</summary>
    private static void RefuseOthers(IEnumerable<string> arguments, string[] known, string why)
    {
        var reader = new OptionReader();
        foreach (string other in arguments.Where(argument => argument.StartsWith('-')).Select(NameOf).Except(known))
        {
            reader.Refuse(other, $"{why}; leave it out");
        }

        reader.ThrowIfRefused();
    }

    private static string NameOf(string argument) => argument.Split('=')[0];
}
