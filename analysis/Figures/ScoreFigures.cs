using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figure of study 3: a composite score of each series at up to 12 values of the axis. <see cref="FigureCatalog"/>
/// calls it. A part of the score is left out of all cells if one of them lacks it, or if it is equal in all. A score ranks what
/// one report contains and means nothing elsewhere, so it is never stored.
/// </summary>
internal static class ScoreFigures
{
    private const int MostColumns = 12;

    /// <summary>Differences smaller than this share of the larger figure do not span the whole range from 0 to 1.</summary>
    private const double LeastDifference = 0.05;

    /// <summary>The parts of the score, each with whether a larger figure is better.</summary>
    private static (string Name, bool IsGood, Func<PointSummary, double?> Value)[] Metrics(
        ScoreFormula formula, bool isMix, bool isPaced, Func<PointSummary, bool> isEmbedded) =>
    [
        // Arrivals decide the throughput at a rate: a higher one is no merit of the database.
        ("throughput", true, point => point.Point.Rate is null ? point.Throughput?.RecordsPerS : null),
        // Service times leave out how long arrivals wait for a database that falls behind.
        ($"p99 of {(isMix ? "an operation's" : "a batch's")} {(isPaced ? "response time" : "latency")}", false,
            point => (point.Point.Rate is null ? point.Latency : point.OpenLoop?.Response)?.P99Us),
        formula == ScoreFormula.Study3
            ? ("CPU share of client and server", false,
                point => Sum(point.Resources?.ClientCpuShare, point.Resources?.ServerCpuShare, isEmbedded(point)))
            : (isMix ? "CPU an operation of client and server" : "CPU a record of client and server", false,
                point => Sum(point.Resources?.ClientCpuUsPerRecord, point.Resources?.ServerCpuUsPerRecord, isEmbedded(point))),
        ("peak memory of client and server", false,
            point => Sum(point.Resources?.ClientPeakRssBytes, point.Resources?.ServerPeakRssBytes, isEmbedded(point))),
        ("bytes a record", false, point => point.Space?.KnownBytesPerRecord?.Mean),
    ];

    /// <summary>Makes the heat map of one mix or of batches; null where fewer than two series have figures.</summary>
    public static HeatChart? Heat(PlotSet set, ScoreFormula formula = ScoreFormula.PerRecord)
    {
        double[] all = [.. set.Series.SelectMany(series => series.Points).Select(point => set.Axis.Value(point.Point)).Distinct()
            .Order()];
        double[] shown = SpreadFigures.Evenly(all, MostColumns);
        PointSummary?[][] points =
        [
            .. set.Series.Select(series => shown.Select(value => series.Points.FirstOrDefault(point =>
                !point.IsMissing && set.Axis.Value(point.Point).Equals(value))).ToArray()),
        ];
        var measured = points.SelectMany(row => row).OfType<PointSummary>().ToList();
        bool isMix = set.Series.Any(series => series.Points[0].Point.Mix is not null);
        var embedded = set.Series.Where(series => series.Target?.Placement == "in-process").SelectMany(series => series.Points)
            .ToHashSet<object>(ReferenceEqualityComparer.Instance);
        var used = Metrics(formula, isMix, set.IsPaced, embedded.Contains)
            .Where(metric => measured.TrueForAll(point => metric.Value(point) is not null)
                && measured.Select(metric.Value).Distinct().Count() > 1).ToList();
        if (points.Count(row => row.Any(point => point is not null)) < 2 || used.Count == 0)
        {
            return null;
        }

        var ranges = used.ConvertAll(metric => (Low: measured.Min(metric.Value)!.Value, High: measured.Max(metric.Value)!.Value));
        (double? Score, string Tip, bool IsInvalid) Cell(PlotSeries series, double value, PointSummary? point)
        {
            string head = $"{series.Name}\n{PlotAxis.Text(value)} {set.Axis.Title}";
            if (point is null)
            {
                return (null, head + "\nmissing", false);
            }

            double[] scores =
                [.. used.Select((metric, i) => Normalised(metric.Value(point)!.Value, ranges[i], metric.IsGood, formula))];
            bool isInvalid = point.Audit.Verdict == AuditVerdict.Failed;
            return (scores.Average(), head + string.Concat(used.Select((metric, i) =>
                string.Create(CultureInfo.InvariantCulture, $"\n{metric.Name}: {scores[i]:0.00}")))
                + (isInvalid ? "\na trial failed its audit" : string.Empty), isInvalid);
        }

        return new HeatChart
        {
            Name = "score",
            Title = formula == ScoreFormula.Study3 ? "Composite score after study 3" : "Composite score",
            Description = FormattableString.Invariant(
                $"Heat map of a composite score, 1 the best and 0 the worst, of {set.Series.Count} series at {shown.Length} values of {set.Axis.Title}."),
            Caption = $"The mean of {Joined(used.ConvertAll(metric => metric.Name))}, each normalised over all cells: 1 is "
                + $"the best of them, 0 the worst"
                + (formula == ScoreFormula.Study3
                    ? ", however little they differ; a CPU share of the time looks thriftier the slower a database is. "
                    : string.Create(CultureInfo.InvariantCulture,
                        $", or as much below 1 as its difference is of {LeastDifference:0 %} where all differ by less. "))
                + "It ranks what was measured here and means nothing elsewhere."
                + (measured.Exists(point => point.Audit.Verdict == AuditVerdict.Failed)
                    ? " A frame marks a point of which a trial failed its audit." : string.Empty),
            Rows = [.. set.Series.Select(series => series.Name)],
            Columns = [.. shown.Select(value => Drawing.TickText.Of(value))],
            XTitle = set.Axis.Title,
            Cells = [.. set.Series
                .Select((series, row) => (IReadOnlyList<(double?, string, bool)>)[.. shown
                .Select((value, column) => Cell(series, value, points[row][column]))])],
        };
    }

    private static double Normalised(double value, (double Low, double High) range, bool isGood, ScoreFormula formula)
    {
        double span = range.High - range.Low;
        span = formula == ScoreFormula.Study3 ? span : Math.Max(span, LeastDifference * range.High);
        return 1 - ((isGood ? range.High - value : value - range.Low) / span);
    }

    /// <summary>
    /// The sum of both sides. A database in the client's process has no server. Null where the use of a server was not read:
    /// the client alone would look thrifty beside databases of which both sides count.
    /// </summary>
    private static double? Sum(double? client, double? server, bool isEmbedded) =>
        client is null ? server : client + (isEmbedded ? server ?? 0 : server);

    private static string Joined(IReadOnlyList<string> names) => SentenceParts.List(names);
}
