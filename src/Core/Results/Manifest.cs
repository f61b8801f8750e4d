using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Core.Results;

/// <summary>What a sweep was to do and where: written once, before its first trial, as <c>manifest.json</c>.</summary>
public sealed record Manifest
{
    /// <summary>The version of the schema of all files in the result folder.</summary>
    public const int CurrentSchema = 1;

    /// <summary>The version of the schema that this file has.</summary>
    public int Schema { get; init; } = CurrentSchema;

    /// <summary>The sweep's name.</summary>
    public required string Name { get; init; }

    /// <summary>When it was begun.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The command line, secrets replaced by stars.</summary>
    public required string CommandLine { get; init; }

    /// <summary>The folder in which it was begun: relative paths of the arguments start there. Null in results that do not say.</summary>
    public string? Folder { get; init; }

    /// <summary>
    /// The arguments after the verb, one by one, options in the form <c>--name=value</c>, secrets replaced by stars: from
    /// them an interrupted sweep is resumed.
    /// </summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];

    /// <summary>The manifest of a sweep as its journal has extended it.</summary>
    /// <param name="entries">The journal.</param>
    /// <returns>The manifest, with the trials that the sweep has now.</returns>
    public Manifest ExtendedBy(IEnumerable<JournalEntry> entries) => entries.OfType<ExtensionEntry>().Aggregate(this, (manifest, extension) => manifest with
    {
        Arguments = [.. manifest.Arguments.Where(argument => !ArgumentsOf(extension).Any(own => argument.StartsWith(own.Name, StringComparison.Ordinal))), .. ArgumentsOf(extension).Select(own => own.Name + own.Value)],
        Configuration = manifest.Configuration.ExtendedTo(extension.Trials, extension.Precision, extension.MaxTrials),
    });

    private static IEnumerable<(string Name, string Value)> ArgumentsOf(ExtensionEntry extension)
    {
        yield return ("--trials=", extension.Trials.ToString(CultureInfo.InvariantCulture));
        if (extension.Precision is { } precision)
        {
            yield return ("--precision=", (precision * 100).ToString("0.####", CultureInfo.InvariantCulture) + "%");
        }

        if (extension.MaxTrials is { } most)
        {
            yield return ("--max-trials=", most.ToString(CultureInfo.InvariantCulture));
        }
    }

    /// <summary>What it measures.</summary>
    public required SweepConfiguration Configuration { get; init; }

    /// <summary>Where it runs.</summary>
    public required EnvironmentInfo Environment { get; init; }

    /// <summary>The hosts that sources run on, other than this machine, by the names that the launcher knows; null where there are none.</summary>
    public IReadOnlyDictionary<string, EnvironmentInfo>? Hosts { get; init; }

    /// <summary>What the network and the disks of each deployment's nodes could do before the first trial, by the deployment's name; null where there are none, or it was not measured.</summary>
    public IReadOnlyDictionary<string, IReadOnlyList<NodeLimits>>? DeploymentLimits { get; init; }

    /// <summary>The plug-ins that some of them are from; empty when none is.</summary>
    public IReadOnlyList<PluginInfo> Plugins { get => field ?? []; init; }

    /// <summary>The databases, one a combination of database, client and contract.</summary>
    public required IReadOnlyList<TargetDescription> Targets { get; init; }
}
