using DbIngest.Abstractions.Targets;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// Lists how two results were measured differently: target and versions, configuration, commit, workload, seed and order, and
/// files that were changed since they were written. Each difference may explain a ratio of figures. <see cref="Comparison"/>
/// stores the list when it compares two results, and its table prints it. For the pairs within one sweep the list is empty. A
/// difference must never keep results from being compared.
/// </summary>
internal static class ResultDifferences
{
    /// <summary>Lists the differences, one sentence part each; empty if there are none.</summary>
    public static IReadOnlyList<string> Of(IReadOnlyList<SweepSummary> a, IReadOnlyList<SweepSummary> b) =>
    [
        .. SweepAxes.TargetFirst.Where(axis => axis.OpensTarget)
            .SelectMany(axis =>
                Difference(axis.Name, a, b, run => PointsOf(run).Select(point => axis.Text(point.Axes) ?? "none"))),
        .. HaveSearches(a) && HaveSearches(b)
            ? [
                .. Difference("arrivals of the search", a, b,
                    run => run.Searches.Select(search => search.IsPoisson ? "Poisson" : "equally spaced")),
                .. Difference("confidence of the search", a, b, run => [NumberText.Levels([run.Confidence])]),
            ]
            : Array.Empty<string>(),
        .. Difference("server", a, b, run => run.Targets.Select(target => target.ServerVersion)),
        .. Difference("driver", a, b, run => run.Targets.Select(target => target.DriverVersion)),
        .. Difference("copies", a, b, run => run.Targets.Select(target => target.Copies).OfType<Copies>()
            .Select(copies => FormattableString.Invariant($"{copies.Acknowledged} of {copies.Kept} acknowledged"))),
        .. Difference("configuration", a, b, run => run.Targets.Select(target => target.Configuration)),
        .. Difference("commit", a, b, run => [run.Commit]),
        .. Difference("workload", a, b, run => [run.Workload]),
        .. Difference("content of the recording", a, b, run => [Shown(run.RecordingSha256)]),
        .. Difference("seed", a, b, run => [FormattableString.Invariant($"{run.Seed}")]),
        .. Difference("order", a, b, run => [EnumWords.Of(run.Order)]),
        .. a.SelectMany(run => Changed("A", run)),
        .. b.SelectMany(run => Changed("B", run)),
    ];

    /// <summary>The points of a run and those at which it searched. The rates that a search tried were left out.</summary>
    private static IEnumerable<Point> PointsOf(SweepSummary run) =>
        run.Points.Select(point => point.Point).Concat(run.Searches.Select(search => search.Point));

    private static bool HaveSearches(IReadOnlyList<SweepSummary> runs) => runs.Any(run => run.Searches.Count > 0);

    private static IEnumerable<string> Difference(
        string what, IReadOnlyList<SweepSummary> a, IReadOnlyList<SweepSummary> b, Func<SweepSummary, IEnumerable<string>> values)
    {
        string Of(IReadOnlyList<SweepSummary> runs) =>
            string.Join(", ", runs.SelectMany(values).Distinct().Order(StringComparer.Ordinal));
        return Of(a) == Of(b) ? [] : [$"{what}: {Of(a)} in A, {Of(b)} in B"];
    }

    private static string Shown(string? hash) => hash is null ? "none" : $"SHA-256 {hash[..Math.Min(12, hash.Length)]}";

    private static IEnumerable<string> Changed(string side, SweepSummary summary) => summary.Integrity switch
    {
        { BrokenLines.Count: > 0 } => [$"files: lines of the journal of {side} ({summary.Name}) cannot be read"],
        { ChangedLines.Count: > 0 } => [$"files: {side} ({summary.Name}) was changed since it was written"],
        _ => [],
    };
}
