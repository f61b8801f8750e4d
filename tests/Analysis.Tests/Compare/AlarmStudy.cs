using DbIngest.Abstractions.Records;
using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Tests.Compare;

/// <summary>
/// Comparisons of sweeps that were made to differ by a known ratio, or by none, through the whole path: journal, summary,
/// comparison. Times are log-normal with a given coefficient of variation, each of them depending on the one before if so wanted.
/// </summary>
internal sealed record AlarmStudy
{
    /// <summary>
    /// The practical threshold. Unless given too narrow to call anything equivalent: every verdict is that of the test of a
    /// difference.
    /// </summary>
    public double Threshold { get; init; } = 0.001;

    public RegressionGate Gate { get; init; }

    public int Comparisons { get; init; } = 200;

    public ulong Seed { get; init; } = 1;

    public double Variation { get; init; } = 0.05;

    public double Autocorrelation { get; init; }

    /// <summary>Measured trials a side.</summary>
    public int Measured { get; init; } = 10;

    /// <summary>How much faster B is.</summary>
    public double Ratio { get; init; } = 1;

    /// <summary>Runs the study.</summary>
    /// <param name="family">Points a comparison: each is judged with that many together.</param>
    /// <returns>One result a comparison.</returns>
    public IReadOnlyList<AlarmResult> Run(int family = 1) => Compare(Sweeps(), family, Threshold, Gate);

    /// <summary>The two sweeps, a point a comparison.</summary>
    public (SweepSummary A, SweepSummary B) Sweeps() => (Sweep(Seed * 2, 1), Sweep((Seed * 2) + 1, Ratio));

    /// <summary>Compares two sweeps in parts.</summary>
    public static IReadOnlyList<AlarmResult> Compare(
        (SweepSummary A, SweepSummary B) sweeps, int family, double threshold = 0.001,
            RegressionGate gate = RegressionGate.Interval) =>
    [
        .. Enumerable.Range(0, sweeps.A.Points.Count / family).Select(i =>
        {
            SweepSummary Part(SweepSummary summary) =>
                summary with { Points = [.. summary.Points.Skip(i * family).Take(family)] };
            var (a, b) = (Part(sweeps.A), Part(sweeps.B));
            var comparison = Comparison.Of(a, b, threshold, gate);
            return new AlarmResult(
                comparison.Verdict,
                comparison.IsRegression,
                comparison.Points.Any(
                    point => point.Reservations.Any(label => label.StartsWith("A ", StringComparison.Ordinal)
                    || label.StartsWith("B ", StringComparison.Ordinal))));
        }),
    ];

    private SweepSummary Sweep(ulong seed, double speed)
    {
        var random = new SplitMix64(seed);
        var last = new Dictionary<Point, double>();
        return new FakeSweep
        {
            Trials = 3 + Measured,
            Records = [.. Enumerable.Range(1, Comparisons).Select(i => 500L * i)],
            Trial = trial =>
            {
                double fresh = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
                double noise = last.TryGetValue(trial.Point, out double before)
                    ? (Autocorrelation * before) + (Math.Sqrt(1 - (Autocorrelation * Autocorrelation)) * fresh)
                    : fresh;
                last[trial.Point] = noise;
                return FakeSweep.WithElapsed(trial, trial.Point.TotalRecords / 100_000.0 / speed * Math.Exp(Variation * noise));
            },
        }.Summary;
    }
}
