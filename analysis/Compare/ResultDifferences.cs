using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Compare;

/// <summary>Says what else differs between two results, so that a ratio is not taken for more than it is.</summary>
internal static class ResultDifferences
{
    public static IReadOnlyList<string> Of(SweepSummary a, SweepSummary b) =>
    [
        .. Difference("database", a, b, summary => Names(summary, point => point.Point.Database)),
        .. Difference("client", a, b, summary => Names(summary, point => point.Point.Client)),
        .. Difference("durability", a, b, summary => Names(summary, point => point.Point.Durability)),
        .. Difference("server", a, b, summary => Distinct(summary.Targets.Select(target => target.ServerVersion))),
        .. Difference("driver", a, b, summary => Distinct(summary.Targets.Select(target => target.DriverVersion))),
        .. Difference("configuration", a, b, summary => Distinct(summary.Targets.Select(target => target.Configuration))),
        .. Difference("commit", a, b, summary => summary.Commit),
        .. Difference("workload", a, b, summary => summary.Workload),
        .. Difference("seed", a, b, summary => FormattableString.Invariant($"{summary.Seed}")),
        .. Difference("order", a, b, summary => Words.Of(summary.Order)),
    ];

    private static IEnumerable<string> Difference(string what, SweepSummary a, SweepSummary b, Func<SweepSummary, string> value) =>
        value(a) == value(b) ? [] : [$"{what}: {value(a)} in A, {value(b)} in B"];

    private static string Names(SweepSummary summary, Func<PointSummary, string> axis) => Distinct(summary.Points.Select(axis));

    private static string Distinct(IEnumerable<string> values) => string.Join(", ", values.Distinct().Order(StringComparer.Ordinal));
}
