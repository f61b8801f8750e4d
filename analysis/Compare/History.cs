using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Plan;

namespace DbIngest.Analysis.Compare;

/// <summary>
/// The throughput of every point over many results, in their order, with change points found by <see cref="EDivisive"/>.
/// <c>compare --history</c> writes it as JSON, table, CSV, figures and page.
/// </summary>
/// <remarks>
/// <c>CompareHistory</c> creates one and ends <c>compare</c> with exit code 5 when <see cref="IsRegression"/> is true. Changes
/// are sought in the logarithms of the throughput. A point without a throughput is left out, and a point under another set-up
/// (<see cref="HistorySetup"/>) has a separate line. The gate fails a line that has lost its figures, or whose newest folder lost
/// records, as a comparison of two results does. Everything here is computed from stored results alone, and nothing is
/// measured or read again. JSON states the members, so none may be renamed.
/// </remarks>
public sealed record History
{
    /// <summary>Level of the intervals: the largest of the folders.</summary>
    public required double Confidence { get; init; }

    /// <summary>
    /// Chance that a history without any change shows one, over all lines together: 1 - level of the intervals, which the lines
    /// share alike (Bonferroni).
    /// </summary>
    public required double FalseAlarms { get; init; }

    /// <summary>A line needs this many folders for a change point.</summary>
    public required int FewestRuns { get; init; }

    /// <summary>The folders in their order.</summary>
    public required IReadOnlyList<HistoryRun> Runs { get; init; }

    /// <summary>One line per point and set-up, in the order in which the folders have them.</summary>
    public required IReadOnlyList<HistoryLine> Lines { get; init; }

    /// <summary>Number of last folders in which a fall of the level counts; null without <c>--last</c>.</summary>
    public required int? Last { get; init; }

    /// <summary>Fall that is allowed within the last folders, as a share.</summary>
    public required double Threshold { get; init; }

    /// <summary>When a fall counts.</summary>
    public required RegressionGate Gate { get; init; }

    /// <summary>
    /// True when, within the last folders, the level of a line fell by more than the threshold, its figures ended, or its newest
    /// folder failed an audit that earlier ones passed.
    /// </summary>
    public bool IsRegression => Lines.Any(line => line.Recent is { IsRegression: true } || Loses(line));

    /// <summary>Finds the change points of results.</summary>
    /// <param name="results">Results in their order, each with its folder as given. None may be a search.</param>
    /// <param name="last">Number of last folders in which a fall counts; null for none.</param>
    /// <param name="threshold">Allowed fall as a share, above 0 and below 1.</param>
    /// <param name="gate">When a fall counts.</param>
    public static History Of(IReadOnlyList<(string Folder, StoredResult Result)> results, int? last = null,
        double threshold = 0.05, RegressionGate gate = RegressionGate.Interval)
    {
        double confidence = Math.Max(results.Max(run => run.Result.Summary.Confidence), Comparison.SmallestConfidence);
        var lines = LinesOf(results);

        // Lines too short to show a change by any arrangement cannot raise a false alarm either.
        int tested = lines.Count(line => line.Points.Count >= EDivisive.Fewest(1 - confidence));
        double level = (1 - confidence) / Math.Max(1, tested);
        int fewest = EDivisive.Fewest(level);
        var parts = lines.AsParallel().AsOrdered().Select(line => Parts.Of(line, fewest, level, Math.Max(1, tested))).ToList();

        // The levels before and after are compared as compare does with the runs of two versions.
        var recent = parts.Select(part => last is { } count ? part.Recent(results.Count - count) : null).ToList();
        var judged = new PointComparisons(threshold, confidence, gate, autocorrelation: 0)
            .Of([.. recent.Where(pair => pair is not null).Select(pair => pair!.Value)]);
        var comparisons = new Queue<PointComparison>(judged);
        return new History
        {
            Confidence = confidence,
            FalseAlarms = 1 - confidence,
            FewestRuns = fewest,
            Runs = [.. results.Select(run =>
                new HistoryRun(run.Folder, run.Result.Summary.StartedUtc, run.Result.Summary.Commit)
                {
                    Confidence = run.Result.Summary.Confidence,
                })],
            Lines = [.. parts.Zip(recent, (part, pair) =>
                part.LineOf(results, lines) with { Recent = pair is null ? null : comparisons.Dequeue() })],
            Last = last,
            Threshold = threshold,
            Gate = gate,
        };
    }

    /// <summary>
    /// True when the newest folder of a line failed an audit, no folder before the last ones did, and an earlier one passed.
    /// </summary>
    internal bool Loses(HistoryLine line) => Last is { } last && line.FailedAudits.Contains(line.Values[^1].Run)
        && line.FailedAudits.Count < line.Values.Count && line.FailedAudits.All(run => run >= Runs.Count - last);

    private static List<Line> LinesOf(IReadOnlyList<(string Folder, StoredResult Result)> results)
    {
        var lines = new Dictionary<(AxisValues, string), Line>();
        for (int run = 0; run < results.Count; run++)
        {
            foreach (var point in results[run].Result.Summary.Points)
            {
                var setup = HistorySetup.Of(results[run].Result, point.Point);
                var key = (point.Point.Axes, string.Join('\n', setup));
                bool hasFigures = !new PointSide([point]).IsMissing;
                if (!lines.TryGetValue(key, out var line))
                {
                    if (!hasFigures)
                    {
                        continue;
                    }

                    lines.Add(key, line = new Line(setup, [], []));
                }

                if (hasFigures)
                {
                    line.Broken.Clear();
                }

                (hasFigures ? line.Points : line.Broken).Add((run, point));
            }
        }

        return [.. lines.Values];
    }

    /// <summary>
    /// A point under one set-up, the folders that have its figures, and later ones that planned it and have no figures of it.
    /// </summary>
    private sealed record Line(IReadOnlyList<(string Name, string Value)> Setup, List<(int Run, PointSummary Point)> Points,
        List<(int Run, PointSummary Point)> Broken)
    {
        /// <summary>Words the values of the set-up in which this line differs from any other line.</summary>
        public string Told(IReadOnlyList<Line> lines) => string.Join(", ", Setup
            .Where((fact, i) => lines.Any(line => line.Setup[i].Value != fact.Value))
            .Select(fact => $"{fact.Name} {fact.Value}"));
    }

    /// <summary>A line, cut at its change points.</summary>
    private sealed record Parts(Line Line, IReadOnlyList<(int Index, double P)>? Changes, IReadOnlyList<PointSide> Sides)
    {
        /// <summary>True when the line is long enough, and shares the level with too many for a test to find a change.</summary>
        public required bool IsBeyondTest { get; init; }

        public static Parts Of(Line line, int fewest, double level, int tested)
        {
            bool canFind = EDivisive.CanFind(line.Points.Count, level, tested);
            var changes = canFind
                ? EDivisive.Of([.. line.Points.Select(point => Math.Log(PerS(point.Point)))], level, tested) : null;
            int[] bounds = [0, .. changes?.Select(change => change.Index) ?? [], line.Points.Count];
            return new Parts(line, changes,
                [.. bounds.Zip(bounds.Skip(1),
                    (from, to) => new PointSide([.. line.Points[from..to].Select(run => run.Point)]))])
            {
                IsBeyondTest = !canFind && line.Points.Count >= fewest,
            };
        }

        private static double PerS(PointSummary point) => point.Throughput!.RecordsPerS;

        private int PartOf(int index) => Changes?.Count(change => change.Index <= index) ?? 0;

        /// <summary>
        /// The part of the last value before a folder, and the last part; null when they are the same. If figures ended in that
        /// folder or later: the last part, and the folders without figures.
        /// </summary>
        public (PointSide Before, PointSide After)? Recent(int run)
        {
            if (Line.Broken is [var first, ..] && first.Run >= run)
            {
                return (Sides[^1], new PointSide([.. Line.Broken.Select(folder => folder.Point)]));
            }

            int before = PartOf(Math.Max(0, Line.Points.FindLastIndex(point => point.Run < run)));
            return before == Sides.Count - 1 ? null : (Sides[before], Sides[^1]);
        }

        public HistoryLine LineOf(IReadOnlyList<(string Folder, StoredResult Result)> results, IReadOnlyList<Line> lines) => new()
        {
            Point = Line.Points[0].Point.Point,
            Setup = Line.Told(lines),
            IsBeyondTest = IsBeyondTest,
            FailedAudits = [.. Line.Points.Where(run => run.Point.Audit.Verdict == AuditVerdict.Failed).Select(run => run.Run)],
            Values = [.. Line.Points.Select((run, i) => new HistoryValue(run.Run, PerS(run.Point),
                run.Point.Throughput!.IntervalRecordsPerS, Sides[PartOf(i)].RecordsPerS!.Value))],
            Changes = Changes is null ? null : [.. Changes.Select((change, i) => new HistoryChange(
                Line.Points[change.Index].Run,
                Sides[i + 1].RecordsPerS!.Value / Sides[i].RecordsPerS!.Value,
                change.P,
                HistorySetup.Together(
                    results[Line.Points[change.Index - 1].Run].Result,
                    results[Line.Points[change.Index].Run].Result,
                    Line.Points[change.Index].Point.Point)))],
        };
    }
}
