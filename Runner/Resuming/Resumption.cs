using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Resuming;

/// <summary>Makes sure that what goes on is what was begun: each difference is named, and one is enough to refuse.</summary>
internal static class Resumption
{
    /// <summary>The arguments of a stored sweep with those of the present command on top.</summary>
    /// <typeparam name="T">The verb's options.</typeparam>
    /// <param name="manifest">The stored sweep.</param>
    /// <param name="arguments">The arguments of the present command, in one form.</param>
    /// <returns>The options of both.</returns>
    public static T Merge<T>(Manifest manifest, IReadOnlyList<string> arguments)
    {
        var names = arguments.Select(NameOf).ToHashSet(StringComparer.Ordinal);
        return (T)OptionBinder.Bind(typeof(T), [.. arguments, .. StoredPaths.Whole(manifest.Arguments.Where(a => !names.Contains(NameOf(a))), manifest.Folder)]);
    }

    /// <summary>The manifest of a sweep as its journal has extended it.</summary>
    /// <exception cref="ResultException">One of them cannot be read.</exception>
    public static Manifest ManifestOf(ResultFolder folder)
    {
        var manifest = folder.ReadManifest();
        return File.Exists(folder.JournalFile) ? manifest.ExtendedBy(Journal.Read(folder.JournalFile)) : manifest;
    }

    /// <summary>Refuses to measure trials again in silence whose lines the journal has lost.</summary>
    /// <exception cref="UsageException">The folder's summary knows trials that its journal has not.</exception>
    /// <exception cref="ResultException">The folder cannot be read.</exception>
    public static void RefuseLostTrials(string path)
    {
        bool hasJournal = File.Exists(ResultFolder.Open(path).JournalFile);
        if (LostTrials.DescribeByAny(path, hasJournal ? Results.Read(path).Summary : null) is { } lost)
        {
            throw new UsageException($"--resume: {lost}, or measure them again with --force.");
        }
    }

    /// <summary>The arguments of the present command; when they extend the sweep, with its own warm-up, whose default goes by the trials.</summary>
    public static IReadOnlyList<string> KeepWarmUp(Manifest stored, IReadOnlyList<string> arguments)
    {
        const string warmUp = "--warmup";
        return arguments.Any(a => NameOf(a) == "--trials") && !arguments.Concat(stored.Arguments).Any(a => NameOf(a) == warmUp)
            ? [.. arguments, FormattableString.Invariant($"{warmUp}={stored.Configuration.WarmUp}")]
            : arguments;
    }

    /// <summary>A request with what a sweep was begun with where its user has chosen nothing: blocks that the machine has decided, how often a database's batches are tried again, and how long code is warmed up.</summary>
    /// <param name="request">The request.</param>
    /// <param name="options">What the present command and the stored one say.</param>
    /// <param name="stored">What the sweep was begun with.</param>
    public static SweepRequest KeepChosen(SweepRequest request, SweepOptions options, SweepConfiguration stored) => request with
    {
        Blocks = options.Blocks is null && !options.Isolate && stored.BlocksBecause is not null ? stored.Blocks : request.Blocks,
        OwnRetries = stored.OwnRetries is not { } own ? new Dictionary<string, RetryDefault>(StringComparer.Ordinal)
            : options.Retries is null && options.RetryDelay is null ? own : request.OwnRetries,
        RehearsalS = options.Rehearsal is null && stored.RehearsalS is { } seconds ? seconds : request.RehearsalS,
    };

    /// <summary>The configuration that a sweep goes on with: its own, with more trials or a narrower precision when the command asks for them.</summary>
    /// <returns>The configuration.</returns>
    /// <exception cref="UsageException">The present one differs otherwise, with one line for each difference.</exception>
    public static SweepConfiguration Extend(string folder, SweepConfiguration stored, SweepConfiguration now)
    {
        // A block is one deployment, with all its trials: more of them would be trials of another.
        bool isMore = now.Trials > stored.Trials && stored.Blocks is null && now.Blocks is null;

        // Of what one of them does not have, the other has more.
        bool isNarrower = now.Precision is { } asked && !(asked >= stored.Precision);
        bool isLonger = now.MaxTrials is { } most && !(most <= stored.MaxTrials);
        var same = now with
        {
            Trials = isMore ? stored.Trials : now.Trials,
            Precision = isNarrower ? stored.Precision : now.Precision,
            MaxTrials = isLonger ? stored.MaxTrials : now.MaxTrials,
        };
        CheckConfiguration(folder, stored, same);
        return stored.ExtendedTo(isMore ? now.Trials : stored.Trials, isNarrower ? now.Precision : null, isLonger ? now.MaxTrials : null);
    }

    /// <summary>Whether nothing is left to run, and nothing to book.</summary>
    /// <param name="folder">The sweep.</param>
    /// <param name="stored">What it is so far.</param>
    /// <param name="now">What it is to go on with.</param>
    /// <exception cref="ResultException">The journal cannot be read.</exception>
    public static bool IsFinished(ResultFolder folder, SweepConfiguration stored, SweepConfiguration now)
    {
        if (!File.Exists(folder.JournalFile) || (now.Trials, now.Precision, now.MaxTrials) != (stored.Trials, stored.Precision, stored.MaxTrials))
        {
            return false;
        }

        var entries = Journal.Read(folder.JournalFile);
        var schedule = Schedule.Of(now);
        return Schedule.Done(schedule, entries).IsSupersetOf(schedule.Select(trial => trial.Id))
            && PrecisionFigures.Further(now).Next(entries).Count == 0;
    }

    /// <summary>Refuses a configuration that is not the stored one.</summary>
    /// <exception cref="UsageException">With one line for each difference.</exception>
    public static void CheckConfiguration(string folder, SweepConfiguration stored, SweepConfiguration now) =>
        Refuse(folder, ConfigurationDifferences.Between(stored, now));

    /// <summary>Refuses an environment, of this machine or of a host, in which figures would not be comparable with the stored ones.</summary>
    /// <exception cref="UsageException">With one line for each difference.</exception>
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
                .SelectMany(now => EnvironmentDifferences.Between(stored.Hosts![now.Key], now.Value).Select(difference => $"{now.Key}: {difference}")),
        ]);

    private static string NameOf(string argument) => argument.Split('=')[0];

    private static void Refuse(string folder, IReadOnlyList<string> differences)
    {
        if (differences.Count > 0)
        {
            throw new UsageException(
                [.. differences.Select(d => $"--resume: {d}."), $"{folder} was started with other settings: restore them, or start a new sweep without --resume."]);
        }
    }
}
