using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Sweeps;
using DbIngest.Runner.Progress;
using DbIngest.Sources.Input;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Writes the texts that <c>run</c> prints and logs before a sweep. <see cref="RunVerb"/> calls it, and <see cref="PlanVerb"/>
/// for one of them. The texts contain no secret.
/// </summary>
internal static class RunText
{
    private static string Place(TargetDescription target) => target.Nodes is { } nodes
        ? string.Create(CultureInfo.InvariantCulture, $"{target.Placement}, {(nodes == 1 ? "1 node" : $"{nodes} nodes")}")
        : target.Placement;

    private static string Trials(SweepConfiguration configuration)
    {
        string until = configuration is { Precision: { } precision, MaxTrials: { } most }
            ? string.Create(CultureInfo.InvariantCulture, $", and up to {most} until +-{precision:0.##%}")
            : string.Empty;
        string trials = string.Create(CultureInfo.InvariantCulture,
            $"{configuration.TrialsPerBlock} {(configuration.TrialsPerBlock == 1 ? "trial" : "trials")} "
            + $"({configuration.WarmUp} warm-up)");
        return configuration.Blocks is { } blocks
            ? string.Create(CultureInfo.InvariantCulture,
                $"{trials} in each of {blocks} {(blocks == 1 ? "block" : "blocks")}, one deployment at a time{until}")
            : trials + until;
    }

    private static string Searching(SweepConfiguration configuration, SearchPlan search, bool resumed)
    {
        string[] rates =
        [
            .. configuration.Points.Select(point => (Range: search.RatesOf(point), Unit: ProgressText.Unit(point))).Distinct()
                .Select(rate => string.Create(
                    CultureInfo.InvariantCulture, $"{rate.Range.Lowest:#,0.##} to {rate.Range.Highest:#,0.##} {rate.Unit}")),
        ];
        string until = search.Precision > 0
            ? string.Create(CultureInfo.InvariantCulture, $", or until +-{search.Precision:0.##%}") : string.Empty;
        return string.Create(CultureInfo.InvariantCulture,
            $"{(resumed ? "Resuming the search" : "Searching")} at {configuration.Points.Count} "
            + $"{(configuration.Points.Count == 1 ? "point" : "points")} for the highest rate with "
            + $"{search.Limit.Words(IsMix(configuration))}, from {string.Join(", from ", rates.Take(3))}: "
            + $"{Trials(configuration)} each{until}, seed {configuration.ScheduleSeed}.");
    }

    private static bool IsMix(SweepConfiguration configuration) => configuration.Points.Any(point => point.Mix is not null);

    /// <summary>The records of a trial that is not by duration, or its operations.</summary>
    private static long AmountOf(Point point) =>
        point.Mix is null ? point.TotalRecords : (point.MostOperations ?? 0) * point.Sources.Total;

    /// <summary>Warns, before the time is spent, of a number of blocks over which no interval bears a claim.</summary>
    /// <param name="blocks">Deployments on which each point is measured. Null without <c>--isolate</c>.</param>
    /// <returns>The sentence. Null if the blocks are enough, or one, in which trials are compared.</returns>
    public static string? FewBlocks(int? blocks) => blocks is > 1 and < PointSummary.FewestTrials
        ? $"An interval over {blocks} blocks is very wide or has no bound, and no claim rests on it: "
            + $"--blocks={PointSummary.FewestTrials} or more give one."
        : null;

    /// <summary>Describes in a few lines what the sweep will measure.</summary>
    /// <param name="manifest">The manifest of the sweep.</param>
    /// <param name="folder">Path of the result folder, as shown to the user.</param>
    /// <param name="resumed">True if an earlier start began the sweep.</param>
    public static string Opening(Manifest manifest, string folder, bool resumed)
    {
        var configuration = manifest.Configuration;
        string amount = configuration.Points.All(p => p.DurationS is not null)
            ? string.Create(CultureInfo.InvariantCulture,
                $"{configuration.Points.Sum(p => p.DurationS) * configuration.Trials:N0} s of load")
            : string.Create(CultureInfo.InvariantCulture,
                $"{configuration.Points.Sum(AmountOf) * configuration.Trials:N0} "
                + $"{(IsMix(configuration) ? "operations" : "records")}");
        var lines = new List<string>
        {
            configuration.Search is { } search ? Searching(configuration, search, resumed) : string.Create(
                CultureInfo.InvariantCulture,
                $"{(resumed ? "Resuming" : "Measuring")} {configuration.Points.Count} "
                + $"{(configuration.Points.Count == 1 ? "point" : "points")} x {Trials(configuration)}, {amount}, order "
                + $"{configuration.Order.ToString().ToLowerInvariant()}, seed {configuration.ScheduleSeed}."),
        };
        lines.AddRange(manifest.Targets
            .Select(t => $"{t.Database} {t.ServerVersion} ({Place(t)}), durability {t.Durability}: {t.DurabilityMeaning}")
            .Distinct(StringComparer.Ordinal));
        lines.AddRange(manifest.Plugins
            .Select(p => $"Plug-in {p.Name} {p.Version} (SHA-256 {p.Sha256[..16]}): {string.Join(", ", p.Targets)}"));
        if (configuration.Deviations.Count > 0)
        {
            lines.Add((configuration.Study is { } study ? $"Study {study}: deviates from the protocol: "
                : "Not as in YCSB's file: ") + $"{string.Join("; ", configuration.Deviations)}.");
        }

        if (configuration.Precision is null && FewBlocks(configuration.Blocks) is { } few)
        {
            lines.Add(few);
        }

        if (configuration.RehearsalS is { } seconds && seconds < WarmUpLoop.Longest.TotalSeconds)
        {
            lines.Add(string.Create(CultureInfo.InvariantCulture,
                $"Code is warmed up for {seconds} s at most instead of {WarmUpLoop.Longest.TotalSeconds}: trials may meet "
                + $"cold code."));
        }

        lines.AddRange((configuration.OwnRetries ?? new Dictionary<string, RetryDefault>()).Select(own => string.Create(
            CultureInfo.InvariantCulture,
                $"{own.Key}: up to {own.Value.Retries} retries, the first after {own.Value.DelayS} s, by its own default; "
                + $"--retries and --retry-delay replace it.")));
        if (configuration.PrefilledRecords is > 0 and var prefilled)
        {
            lines.Add(string.Create(CultureInfo.InvariantCulture,
                $"Each trial loads the records of its --prefill anew, outside of its time: {prefilled:N0} "
                + $"in all."));
        }

        if (configuration.BlocksBecause is { } because)
        {
            lines.Add($"One deployment at a time: {because}");
        }

        lines.Add($"Result folder: {folder}");
        return string.Join(Environment.NewLine, lines);
    }

    /// <summary>Lists warnings: rows of a recording that were left out, oddities in it, prices that nothing takes.</summary>
    /// <param name="manifest">The manifest of the sweep.</param>
    /// <param name="prices">The prices of this start. Null without any.</param>
    public static IEnumerable<string> WarningsOf(Manifest manifest, Prices? prices) =>
        InputNotes.Of(manifest.Configuration.WorkloadFacts).Select(note => "Input: " + note)
            .Concat(new[] { PriceNames.Unmatched(prices, [manifest]) }.OfType<string>());
}
