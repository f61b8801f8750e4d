using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>
/// Describes a sweep: what it measures, with which command, and where. The verb <c>run</c> writes it as <c>manifest.json</c>
/// before the first trial and never changes it. Reports, comparisons and resumed sweeps read it. Immutable, without secrets.
/// Manifests contain the members, so none may be renamed.
/// </summary>
public sealed record Manifest
{
    /// <summary>The version of the schema that this program writes in all files of a result folder.</summary>
    public const int CurrentSchema = 1;

    /// <summary>The version of this file's schema.</summary>
    public int Schema { get; init; } = CurrentSchema;

    /// <summary>Name of the sweep.</summary>
    public required string Name { get; init; }

    /// <summary>When the sweep started.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The command line with stars in place of secrets.</summary>
    public required string CommandLine { get; init; }

    /// <summary>
    /// The current folder of the command, which relative paths in arguments refer to. Null in results of older versions.
    /// </summary>
    public string? Folder { get; init; }

    /// <summary>
    /// The folder of relative paths in the launcher, for a sweep that repeats another one (<c>--again</c>). Null for
    /// <see cref="Folder"/>.
    /// </summary>
    public string? LauncherFolder { get; init; }

    /// <summary>
    /// Normalized arguments after the verb, options in the form <c>--name=value</c>, with stars in place of secrets. A resumed
    /// sweep reads its options from them.
    /// </summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>Applies the extensions of a journal.</summary>
    /// <returns>The manifest with the current number of trials. The file stays as it is.</returns>
    public Manifest ExtendedBy(IEnumerable<JournalEntry> entries) => entries.OfType<ExtensionEntry>()
        .Aggregate(this, (manifest, extension) => manifest with
        {
            CommandLine = string.Join(' ', Extended(manifest.CommandLine.Split(' '), extension)),
            Arguments = [.. Extended(manifest.Arguments, extension)],
            Configuration = manifest.Configuration.ExtendedTo(extension.Trials, extension.Precision, extension.MaxTrials),
        });

    /// <summary>Replaces the arguments that an extension gives anew. None of them needs quotes.</summary>
    private IEnumerable<string> Extended(IEnumerable<string> arguments, ExtensionEntry extension) => arguments
        .Where(argument => !ArgumentsOf(extension).Any(own => argument.StartsWith(own.Name, StringComparison.Ordinal)))
        .Concat(ArgumentsOf(extension).Select(own => own.Name + own.Value));

    private IEnumerable<(string Name, string Value)> ArgumentsOf(ExtensionEntry extension)
    {
        // The default of --warmup depends on the number of trials: an extended sweep keeps the value of its first trials.
        yield return ("--warmup=", Configuration.WarmUp.ToString(CultureInfo.InvariantCulture));

        // The journal counts the trials of all blocks, as the configuration does. The option counts those of one block.
        yield return ("--trials=", (extension.Trials / (Configuration.Blocks ?? 1)).ToString(CultureInfo.InvariantCulture));
        if (extension.Precision is { } precision)
        {
            yield return ("--precision=", (precision * 100).ToString("0.####", CultureInfo.InvariantCulture) + "%");
        }

        if (extension.MaxTrials is { } most)
        {
            yield return ("--max-trials=", most.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>
    /// What the databases cost, by <c>--price</c> of the run. <c>prices.txt</c> beside the manifest replaces it: a price is no
    /// property of a trial. Null without <c>--price</c>.
    /// </summary>
    public Prices? Prices { get; init; }

    /// <summary>Everything that decides what the sweep measures.</summary>
    public required SweepConfiguration Configuration { get; init; }

    /// <summary>The machine of the client.</summary>
    public required EnvironmentInfo Environment { get; init; }

    /// <summary>Other hosts that run sources, by the names that the launcher knows. Null without any.</summary>
    public IReadOnlyDictionary<string, EnvironmentInfo>? Hosts { get; init; }

    /// <summary>
    /// Capacity of network and disks of each deployment's nodes before the first trial, by the deployment's name. Null if not
    /// measured.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<NodeLimits>>? DeploymentLimits { get; init; }

    /// <summary>The plug-ins that supply targets.</summary>
    public IReadOnlyList<PluginInfo> Plugins { get => field ?? []; init; }

    /// <summary>
    /// The packages of the program, with content hashes. Null in results of older versions, and of a program in a single file.
    /// </summary>
    public IReadOnlyList<PackageInfo>? Packages { get; init; }

    /// <summary>One entry per target of the sweep.</summary>
    public required IReadOnlyList<TargetDescription> Targets { get; init; }
}
