using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Formats a report's settings as tables: the conditions under which the figures were measured, side by side.
/// <see cref="ReportPage"/> shows them. Every setting of the manifest that can influence a figure belongs here.
/// </summary>
internal static class SettingsTables
{
    /// <summary>
    /// Formats one column per target. Its heading has database, client and durability level, and what else tells the targets of a
    /// database apart, such as the nodes of a cluster.
    /// </summary>
    public static FactTable Databases(IReadOnlyList<StoredResult> results) => FactTable.Of(
        "Databases",
        [
            .. from result in results
               from target in result.Manifest.Targets
               select (
                   $"{(results.Count > 1 ? ResultNames.Of(results, result) + ": " : string.Empty)}{target.Database} "
                   + $"{target.Client} {target.Durability}{Others(result.Manifest, target)}",
                   Facts(target)),
        ]);

    private static string Others(Manifest manifest, TargetDescription target)
    {
        Point? PointOf(TargetDescription of) => manifest.Configuration.Points.FirstOrDefault(point => point.IsWrittenTo(of));
        var same = manifest.Targets.Where(other => other.Database == target.Database).Select(PointOf).OfType<Point>().ToList();
        return PointOf(target) is not { } own ? string.Empty : string.Concat(SweepAxes.All
            .Where(axis => axis.OpensTarget && axis != SweepAxes.Client && axis != SweepAxes.Durability
                && same.Exists(other => axis.Text(other.Axes) != axis.Text(own.Axes)))
            .Select(axis => " " + (axis.Phrase(own.Axes) ?? axis.PhraseWhenAbsent)));
    }

    /// <summary>
    /// Formats the sweeps and their machines, one column per result. The table of a single result has no name of a folder, since
    /// <c>report --check</c> compares the page with the journal byte by byte, and a user may rename the folder.
    /// </summary>
    public static FactTable Sweeps(IReadOnlyList<StoredResult> results) => FactTable.Of("Sweep and machine",
        [.. results.Select(result => (ResultNames.Of(results, result), Facts(result, namesFolder: results.Count > 1)))]);

    private static IReadOnlyList<(string Name, string Value)> Facts(TargetDescription target) =>
    [
        ("server", target.ServerVersion),
        ("driver", target.DriverVersion),
        ("durability", target.DurabilityMeaning),
        .. target.Copies is { } copies ? [("copies", copies.ToString())] : Array.Empty<(string, string)>(),
        .. target.Model is { } model ? [("data model", EnumWords.Spaced(model))] : Array.Empty<(string, string)>(),
        ("placement", target.Placement),
        ("endpoint", target.Endpoint),
        ("configuration", target.Configuration),
        .. target.Settings.OrderBy(setting => setting.Key, StringComparer.Ordinal)
            .Select(setting => (setting.Key, setting.Value)),
    ];

    private static IReadOnlyList<(string Name, string Value)> Facts(StoredResult result, bool namesFolder)
    {
        var (configuration, environment) = (result.Manifest.Configuration, result.Manifest.Environment);
        return
        [
            .. namesFolder ? [("folder", result.Folder)] : Array.Empty<(string, string)>(),
            ("started (UTC)", result.Manifest.StartedUtc.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture)),
            ("version", environment.ToolVersion),
            ("commit", environment.Commit),
            .. result.Manifest.Plugins
                .Select(plugin => ("plug-in: " + plugin.Name, $"{plugin.Version}, SHA-256 {plugin.Sha256}")),
            ("workload", configuration.Workload),
            .. configuration.WorkloadFacts.OrderBy(fact => fact.Key, StringComparer.Ordinal)
                .Select(fact => ("workload: " + fact.Key, fact.Value)),
            ("study", configuration.Study?.ToString(CultureInfo.InvariantCulture) ?? "none"),
            ("points", SentenceParts.Whole(configuration.Points.Count)),
            ("trials a point",
                string.Create(CultureInfo.InvariantCulture,
                $"{configuration.TrialsPerBlock}, of which {configuration.WarmUp} "
                + $"warm-up{(configuration.Blocks is { } blocks ? $", in each of {blocks} blocks" : string.Empty)}")
                + (configuration is { Precision: { } precision, MaxTrials: { } most }
                    ? string.Create(CultureInfo.InvariantCulture, $", and up to {most} until +-{precision:0.##%}")
                    : string.Empty)),
            .. configuration.BlocksBecause is { } because ? [("one deployment at a time", because)]
                : Array.Empty<(string, string)>(),
            ("interruptions", result.Summary.Stretches is { } stretches ? SentenceParts.Whole(stretches - 1) : "not recorded"),
            ("order", EnumWords.Of(configuration.Order)),
            ("seed", configuration.Seed.ToString(CultureInfo.InvariantCulture)),
            .. configuration.OrderSeed is { } order ? [("seed of the order", order.ToString(CultureInfo.InvariantCulture))]
                : Array.Empty<(string, string)>(),
            ("retries", string.Create(CultureInfo.InvariantCulture,
                $"{configuration.Retries}, the first after {configuration.RetryDelayS} s")),
            .. (configuration.OwnRetries ?? new Dictionary<string, RetryDefault>()).Select(own => (
                $"retries of {own.Key}, its own default",
                    string.Create(CultureInfo.InvariantCulture, $"{own.Value.Retries}, the first after {own.Value.DelayS} s"))),
            ("request timeout", string.Create(CultureInfo.InvariantCulture, $"{configuration.RequestTimeoutS} s")),
            ("machine", environment.Machine),
            ("processor", environment.Processor),
            ("cores", environment.Cores.ToString(CultureInfo.InvariantCulture)),
            ("memory", string.Create(CultureInfo.InvariantCulture, $"{environment.MemoryBytes / 1e9:0.0} GB")),
            ("operating system", environment.OperatingSystem),
            ("filesystem", environment.Filesystem),
            ("disk", environment.Disk),
            ("runtime", environment.Runtime),
            ("garbage collector", environment.GarbageCollector),
            .. environment.Other.OrderBy(fact => fact.Key, StringComparer.Ordinal).Select(fact => (fact.Key, fact.Value)),
        ];
    }
}
