using System.Globalization;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Summary;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figure of throughput over time within a trial, and chooses that trial: of each series the one of median time at its
/// largest point. <see cref="FigureCatalog"/> calls it. <see cref="UsageFigures"/> and <see cref="StoredFigures"/> show the same
/// trials. It shows one trial, so no verdict rests on it.
/// </summary>
internal static class TimeFigures
{
    /// <summary>Samples closer than this, as at the end of a trial, give no useful rate.</summary>
    public const double LeastStepS = 0.01;

    private const string Ingest = "ingest";

    /// <summary>Makes the figure, one trial per series; null where no trial was sampled twice while records arrived.</summary>
    public static TimeChart? Of(PlotSet set)
    {
        var trials = Trials(set).Where(line => Steps(line.Trial).Count > 0).ToList();
        return trials.Exists(line => Steps(line.Trial).Count > 1)
            ? new TimeChart
            {
                Name = "over-time",
                YTitle = set.Unit,
                Title = "Throughput within a trial",
                Description = string.Join(" ", trials
                    .Select(line => string.Create(
                        CultureInfo.InvariantCulture,
                            $"{line.Series.Name}: {line.Trial.ElapsedS:0.00} s to the last acknowledgement, "
                            + $"{line.Trial.SettleS:0.00} s to settle."))
                    .Prepend("Steps of throughput over the time since the common start, one trial of each series.")),
                Caption = "The trial of median time at each line's largest point, from one sample to the next: about one a "
                    + "second.",
                Series = [.. trials.Select(line => new TimeSeries(
                    line.Series.Name,
                    line.Series.Look,
                    Steps(line.Trial),
                    line.Trial.ElapsedS,
                    line.Trial.ElapsedS + line.Trial.SettleS,
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"{line.Series.Name}, trial {line.Trial.Trial} at {SentenceParts.At(set, line.Point)}\nlast "
                        + $"acknowledgement after {line.Trial.ElapsedS:0.000} s\nquiescent {line.Trial.SettleS:0.000} s later")))],
            }
            : null;
    }

    /// <summary>Chooses the trial of median time at each series' largest point.</summary>
    public static IEnumerable<TimedTrial> Trials(PlotSet set) =>
        from last in set.Largest()
        let trial = Median(last.Point)
        where trial is not null
        select new TimedTrial(last.Series, last.Point, trial);

    private static TrialResult? Median(PointSummary point)
    {
        TrialResult[] trials = [.. point.Measured.OrderBy(trial => trial.ElapsedS)];
        return trials.Length == 0 ? null : trials[(trials.Length - 1) / 2];
    }

    private static List<(double AtS, double Rate)> Steps(TrialResult trial)
    {
        var steps = new List<(double AtS, double Rate)>();
        double at = 0;
        long records = 0;
        foreach (var sample in trial.Samples.Where(sample => sample.Phase == Ingest && sample.AtS > 0))
        {
            if (sample.AtS - at > LeastStepS)
            {
                steps.Add((sample.AtS, (sample.Acknowledged - records) / (sample.AtS - at)));
                (at, records) = (sample.AtS, sample.Acknowledged);
            }
        }

        return steps;
    }
}
