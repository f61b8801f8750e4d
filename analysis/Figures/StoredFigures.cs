using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Figures;

/// <summary>
/// Makes the figure of throughput over the records that a table stores, of the trials that <see cref="TimeFigures"/> chooses.
/// <see cref="FigureCatalog"/> calls it. It draws the steps of <see cref="GrowthSeries"/>, to which the slopes of the summary are
/// fitted.
/// </summary>
internal static class StoredFigures
{
    /// <summary>Name of the figure, by which the report's section on growth takes it.</summary>
    public const string Name = "over-stored-records";

    /// <summary>Makes the figure; null where no trial has intervals enough for a slope.</summary>
    public static TimeChart? Of(PlotSet set)
    {
        var series = TimeFigures.Trials(set)
            .Where(line => line.Point.Growth?.Trials.Any(trial => trial.SlopeRecordsPerSPerMillion is not null) == true)
            .Select(line => (line.Series, Steps: GrowthSeries.Of(line.Trial), Before: line.Trial.Load?.Records ?? 0))
            .Where(line => line.Steps.Count > 0).ToList();
        return series.Count == 0 ? null : new TimeChart
        {
            Name = Name,
            YTitle = set.Unit,
            XTitle = "millions of records stored",
            IsOpenEnded = true,
            Title = "Throughput over stored records",
            Description = "Steps of throughput over the records that the table stores, one trial of each series.",
            Caption = "The trial of median time at each line's largest point, from one sample to the next, until its first "
                + "source ended. It begins with the records that were stored before the trial.",
            Series = [.. series.Select(line => new TimeSeries(
                line.Series.Name,
                line.Series.Look,
                [.. line.Steps.Select(step => ((line.Before + step.To) / 1e6, step.RecordsPerS))],
                0,
                0,
                line.Series.Name)
            {
                From = (line.Before + line.Steps[0].From) / 1e6,
            })],
        };
    }
}
