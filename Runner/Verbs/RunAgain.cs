using System.Globalization;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Folders;
using DbIngest.Core.Results;
using DbIngest.Runner.Checking;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Measures a stored result once more (<c>run --again</c>) and compares both. <c>RunVerb</c> calls it. The stored result is a
/// folder or an archive and does not change. The new result goes to a new folder, whose manifest holds the merged options. A
/// folder counts as the user's own, as for <c>--resume</c>, but for code that it may have brought along
/// (<see cref="StoredPlugins"/>). An archive counts as a stranger's (<see cref="ArchivedOptions"/>).
/// </summary>
internal static class RunAgain
{
    /// <summary>Options that say where and how a run shows its result or what it leaves, and not what it measures.</summary>
    private static readonly string[] NotRepeated =
        ["--out", "--name", "--work-folder", "--keep", .. StoredOptions.OfOneStart];

    private static double Threshold => double.Parse(Defaults.Threshold, CultureInfo.InvariantCulture) / 100;

    /// <summary>Runs the sweep of a stored result.</summary>
    /// <param name="options">The options of this command.</param>
    /// <param name="arguments">The normalized arguments of this command.</param>
    /// <param name="screen">Receives results and messages.</param>
    /// <param name="run">Executes the merged options. Returns the new result folder, or null if it created none.</param>
    public static ExitCode Execute(RunOptions options, IReadOnlyList<string> arguments, Screen screen,
        Func<RunOptions, IReadOnlyList<string>, (ExitCode Code, string? Folder)> run)
    {
        if (options.Resume is not null)
        {
            throw new UsageException("--again: a resumed sweep goes on; give --again or --resume.");
        }

        using var place = OwnedFolder.Temporary("dbingest-again-");
        string? archive = Directory.Exists(options.Again) ? null : options.Again;
        string stored = Directory.Exists(options.Again) ? options.Again
            : File.Exists(options.Again) ? ResultArchive.Extract(options.Again, place.Path)
            : throw new UsageException($"--again {options.Again}: there is no such folder or file; name a result folder, or "
                + "a file that 'dbingest archive' wrote.");
        var before = Results.Read(stored);
        WarnOfGaps(archive ?? stored, stored, before.Summary, screen);
        var merged = Merge(before.Manifest, arguments, stored, archive);
        var (code, folder) = NamingStored(archive ?? stored, merged, arguments, () =>
        {
            var now = (RunOptions)OptionBinder.Bind(typeof(RunOptions), merged);
            StoredPlugins.RequireLoaded(now.Plugins);
            now.LauncherFolder = options.Launcher is not null || archive is not null ? null
                : before.Manifest.LauncherFolder ?? before.Manifest.Folder;
            return run(now, merged);
        });
        if (folder is not null && code != ExitCode.Interrupted)
        {
            Compare(before, Results.Read(folder), options.Json, screen);
        }

        return code;
    }

    /// <summary>Says before the run what the stored result lacks, since the comparison is with the rest alone.</summary>
    /// <param name="name">The folder or archive, as the user named it.</param>
    /// <param name="folder">Path of the folder that holds the sweep.</param>
    /// <param name="summary">The stored sweep.</param>
    /// <param name="screen">Receives the warnings.</param>
    private static void WarnOfGaps(string name, string folder, SweepSummary summary, Screen screen)
    {
        Results.Warn(name, summary, screen);
        if (LostTrials.FaultByAny(folder, summary) is { } lost)
        {
            screen.Remark($"{name}: trials.jsonl {lost}.");
        }

        if (summary.Rules.FirstOrDefault(rule => rule is { Rule: RuleVerdict.EveryPoint, Label: not null }) is { } gap)
        {
            screen.Remark($"{name}: {gap.Label}. {gap.Reason}");
        }
    }

    /// <summary>Adds to each refusal of an option that only the stored result has where the option comes from.</summary>
    /// <param name="result">Path of the stored result.</param>
    /// <param name="merged">The merged arguments.</param>
    /// <param name="arguments">The arguments of the present command.</param>
    /// <param name="run">Executes the merged options.</param>
    private static T NamingStored<T>(string result, IReadOnlyList<string> merged, IReadOnlyList<string> arguments, Func<T> run)
    {
        try
        {
            return run();
        }
        catch (UsageException refusal)
        {
            throw new UsageException([.. refusal.Messages.Select(message =>
                merged.FirstOrDefault(argument => message.StartsWith(NameOf(argument) + ":", StringComparison.Ordinal))
                    is { } stored && !arguments.Contains(stored, StringComparer.Ordinal)
                    ? $"{message} {result} holds {ArchivedOptions.Shown(stored)}"
                        + (stored.Contains('=', StringComparison.Ordinal) ? $"; give {NameOf(stored)} again to replace it." : ".")
                    : message)]);
        }
    }

    /// <summary>Merges the stored arguments with those of the present command.</summary>
    /// <param name="manifest">The stored sweep.</param>
    /// <param name="arguments">The arguments of the present command.</param>
    /// <param name="folder">Path of the folder that holds the sweep.</param>
    /// <param name="archive">Path of the archive that the folder was unpacked from. Null for a folder of the user.</param>
    private static string[] Merge(Manifest manifest, IReadOnlyList<string> arguments, string folder, string? archive)
    {
        string[] own = [.. arguments.Where(argument => NameOf(argument) != "--again")];
        if (archive is not null)
        {
            // First of all, since paths of stored endpoints are resolved with the databases of stored plug-ins, which run then.
            ArchivedOptions.Check(archive, StoredOptions.Kept(
                manifest.Arguments.Where(argument => !NotRepeated.Contains(NameOf(argument))), own,
                Databases.With(StoredPaths.PluginsOf(arguments))));
        }

        var databases = StoredPaths.DatabasesOf(manifest.Arguments, arguments, manifest.Folder,
            StoredPlugins.Of(folder, manifest));
        string[] stored =
        [
            .. StoredOptions.Kept(
                StoredPaths.Whole(manifest, databases).Arguments.Where(argument => !NotRepeated.Contains(NameOf(argument))),
                own, databases),
        ];
        return stored.FirstOrDefault(argument => argument.Contains(Redaction.Stars, StringComparison.Ordinal)) is { } secret
            ? throw new UsageException($"{NameOf(secret)}: the stored result holds stars in place of a secret; give "
                + $"{NameOf(secret)} again, with the secret.")
            : [.. own, .. stored];
    }

    /// <summary>Prints the differences between the environments, then compares point by point.</summary>
    private static void Compare(StoredResult before, StoredResult now, bool asRemark, Screen screen)
    {
        Action<string> say = asRemark ? screen.Remark : screen.Result;
        string[] differences = [.. EnvironmentDifferences.Between(before.Manifest.Environment, now.Manifest.Environment)];
        say(string.Empty);
        say(differences.Length == 0
            ? "Measured again on the same machine, with the same version."
            : "Measured again elsewhere or otherwise, so a difference of the figures has several possible causes:");
        foreach (string difference in differences)
        {
            say($"- {difference}");
        }

        var comparison = Comparison.Of([before.Summary], [now.Summary], Threshold)
            with
        { A = before.Folder, B = now.Folder };
        if (comparison.Points.Count + comparison.Searches.Count == 0)
        {
            say("No point has figures in both results, so nothing is compared.");
            return;
        }

        screen.Table(ComparisonTable.Of(comparison), asRemark);
        if (ComparisonTable.OfSearches(comparison) is { } searches)
        {
            screen.Table(searches, asRemark);
        }
    }

    private static string NameOf(string argument) => argument.Split('=')[0];
}
