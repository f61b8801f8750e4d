using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Runner.Advising;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Processes;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Resumes stored sweeps: reads their options back and refuses every difference by name, except more trials, a narrower
/// precision and a larger <c>--max-trials</c>, which extend a sweep. <c>RunVerb</c> uses it for <c>--resume</c> before the
/// first trial. <c>VerifyVerb</c> only reads manifest and options of a result folder by it. It reads the folder and never
/// changes it.
/// </summary>
internal static class Resumption
{
    /// <summary>Opens the folder of a sweep that goes on.</summary>
    /// <exception cref="ResultException">The path is not a result folder.</exception>
    /// <exception cref="UsageException">The path is the folder of an advice, which another verb resumes.</exception>
    public static ResultFolder Open(string path) => !AdviseState.IsIn(path) ? ResultFolder.Open(path)
        : throw new UsageException(
            $"--resume: {path} is the folder of an advice; write {ProgramCommand.Line("advise", "--resume", path)}");

    /// <summary>
    /// Binds the arguments of a stored sweep. Options of the present command replace stored ones. <see cref="ManifestOf"/> must
    /// have loaded the plug-ins.
    /// </summary>
    /// <typeparam name="T">The option class of the verb.</typeparam>
    /// <param name="manifest">The stored sweep.</param>
    /// <param name="arguments">Normalized arguments of the present command.</param>
    /// <exception cref="UsageException">An argument does not fit, or names a plug-in that was not loaded.</exception>
    public static T Merge<T>(Manifest manifest, IReadOnlyList<string> arguments)
    {
        object options = OptionBinder.Bind(typeof(T),
        [
            .. arguments,
            .. StoredOptions.Kept(
                manifest.Arguments.Where(stored => !StoredOptions.OfOneStart.Contains(NameOf(stored), StringComparer.Ordinal)),
                arguments, Databases.All),
        ]);
        if (options is SweepOptions sweep)
        {
            StoredPlugins.RequireLoaded(sweep.Plugins);

            // A launcher that is given now is of the present folder.
            sweep.LauncherFolder = arguments.Any(argument => NameOf(argument) == "--launcher") ? null
                : manifest.LauncherFolder ?? manifest.Folder;
        }

        return (T)options;
    }

    /// <summary>
    /// Reads the manifest of a sweep, with the extensions in its journal and with paths that hold in the present folder.
    /// </summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="arguments">Normalized arguments of the present command.</param>
    /// <exception cref="ResultException">A file cannot be read.</exception>
    /// <exception cref="UsageException">A plug-in of the sweep cannot be used, or must be given again.</exception>
    public static Manifest ManifestOf(ResultFolder folder, IReadOnlyList<string> arguments)
    {
        var stored = folder.ReadManifest();
        var manifest = StoredPaths.Whole(stored, StoredPaths.DatabasesOf(stored.Arguments, arguments, stored.Folder,
            StoredPlugins.Of(folder.Path, stored)));
        return File.Exists(folder.JournalFile) ? manifest.ExtendedBy(Journal.Read(folder.JournalFile)) : manifest;
    }

    /// <summary>Refuses a sweep whose journal has lost trials, because measuring them again must not happen silently.</summary>
    /// <exception cref="UsageException">The folder's summary contains trials that its journal lacks.</exception>
    /// <exception cref="ResultException">The folder cannot be read.</exception>
    public static void RefuseLostTrials(string path)
    {
        bool hasJournal = File.Exists(ResultFolder.Open(path).JournalFile);
        if (LostTrials.DescribeByAny(path, hasJournal ? Results.Read(path).Summary : null) is { } lost)
        {
            throw new UsageException($"--resume: {lost}, or measure them again with --force.");
        }
    }

    /// <summary>
    /// Adds the stored number of warm-up trials to arguments that extend a sweep, since its default depends on the trials.
    /// </summary>
    public static IReadOnlyList<string> KeepWarmUp(Manifest stored, IReadOnlyList<string> arguments)
    {
        const string warmUp = "--warmup";
        return arguments.Any(a => NameOf(a) == "--trials") && !arguments.Concat(stored.Arguments).Any(a => NameOf(a) == warmUp)
            ? [.. arguments, FormattableString.Invariant($"{warmUp}={stored.Configuration.WarmUp}")]
            : arguments;
    }

    /// <summary>
    /// Restores what the program chose when the sweep started and the user left open: blocks, retries per database and the limit
    /// of the warm-up.
    /// </summary>
    /// <param name="request">The request.</param>
    /// <param name="options">The merged options.</param>
    /// <param name="stored">The configuration of the stored sweep.</param>
    public static SweepRequest KeepChosen(SweepRequest request, SweepOptions options, SweepConfiguration stored) => request with
    {
        Blocks = options.Blocks is null && !options.Isolate && stored.BlocksBecause is not null ? stored.Blocks : request.Blocks,
        OwnRetries = stored.OwnRetries is not { } own ? new Dictionary<string, RetryDefault>(StringComparer.Ordinal)
            : options.Retries is null && options.RetryDelay is null ? own : request.OwnRetries,
        RehearsalS = options.Rehearsal is null && stored.RehearsalS is { } seconds ? seconds : request.RehearsalS,
    };

    /// <summary>
    /// Returns the stored configuration, extended by more trials or a narrower precision if the command asks for it.
    /// </summary>
    /// <exception cref="UsageException">The command differs otherwise. With one line per difference.</exception>
    public static SweepConfiguration Extend(string folder, SweepConfiguration stored, SweepConfiguration now)
    {
        // A block holds all trials of its deployment. Further trials would belong to another deployment.
        bool isMore = now.Trials > stored.Trials && stored.Blocks is null && now.Blocks is null;

        // A stored sweep without precision or limit counts as wider or lower.
        bool isNarrower = now.Precision is { } asked && !(asked >= stored.Precision);
        bool isLonger = now.MaxTrials is { } most && !(most <= stored.MaxTrials);
        var same = now with
        {
            Trials = isMore ? stored.Trials : now.Trials,
            Precision = isNarrower ? stored.Precision : now.Precision,
            MaxTrials = isLonger ? stored.MaxTrials : now.MaxTrials,
        };
        if (now.TrialsPerBlock > stored.TrialsPerBlock && stored.Blocks is not null && stored.Blocks == now.Blocks)
        {
            throw new UsageException("--trials: a sweep with blocks cannot be extended, since a block holds all trials of its "
                + "deployment; leave it out, or start a new sweep without --resume.");
        }

        CheckConfiguration(folder, stored, same);
        return stored.ExtendedTo(isMore ? now.Trials : stored.Trials, isNarrower ? now.Precision : null, isLonger ? now.MaxTrials
            : null);
    }

    /// <summary>True if no trial is left to run and the command extends nothing.</summary>
    /// <param name="folder">The result folder.</param>
    /// <param name="stored">The stored configuration.</param>
    /// <param name="now">The configuration to continue with.</param>
    /// <exception cref="ResultException">The journal cannot be read.</exception>
    public static bool IsFinished(ResultFolder folder, SweepConfiguration stored, SweepConfiguration now)
    {
        if (!File.Exists(folder.JournalFile)
            || (now.Trials, now.Precision, now.MaxTrials) != (stored.Trials, stored.Precision, stored.MaxTrials))
        {
            return false;
        }

        var entries = Journal.Read(folder.JournalFile);
        var schedule = Schedule.Of(now);
        return Schedule.Done(schedule, entries).IsSupersetOf(schedule.Select(trial => trial.Id))
            && PrecisionFigures.Further(now).Next(entries).Count == 0;
    }

    /// <summary>Refuses a configuration that differs from the stored one.</summary>
    /// <exception cref="UsageException">With one line per difference.</exception>
    private static void CheckConfiguration(string folder, SweepConfiguration stored, SweepConfiguration now) =>
        Refuse(folder, ConfigurationDifferences.Between(stored, now));

    /// <summary>Refuses machines, plug-ins and servers whose figures would not be comparable with the stored ones.</summary>
    /// <exception cref="UsageException">With one line per difference.</exception>
    public static void CheckEnvironment(
        string folder,
        Manifest stored,
        EnvironmentInfo environment,
        IReadOnlyList<PluginInfo> plugins,
        IReadOnlyList<TargetDescription> targets,
        IReadOnlyDictionary<string, EnvironmentInfo>? hosts) => Refuse(
        folder,
        [
            .. EnvironmentDifferences.Between(stored.Environment, environment),
            .. PluginDifferences.Between(stored.Plugins, plugins),
            .. TargetDifferences.Between(stored.Targets, targets),
            .. (hosts ?? new Dictionary<string, EnvironmentInfo>())
                .Where(now => stored.Hosts?.ContainsKey(now.Key) == true)
                .SelectMany(now => EnvironmentDifferences.Between(stored.Hosts![now.Key], now.Value)
                    .Select(difference => $"{now.Key}: {difference}")),
        ]);

    private static string NameOf(string argument) => argument.Split('=')[0];

    private static void Refuse(string folder, IReadOnlyList<string> differences)
    {
        if (differences.Count > 0)
        {
            throw new UsageException(
                [.. differences.Select(d => $"--resume: {d}."),
                    $"{folder} was started with other settings: restore them, or start a new sweep without --resume."]);
        }
    }
}
