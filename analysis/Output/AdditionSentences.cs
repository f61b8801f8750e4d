using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Writes what adding values to the table of a point did in a sentence: <c>postgres, 3 values added after 20 s: the database took
/// 0.02 s; the rate fell to 40 % and was back at 90 % after 0.5 s</c>. The answer of a report uses it.
/// </summary>
internal static class AdditionSentences
{
    /// <summary>Writes a sentence for each point that adds values.</summary>
    public static IEnumerable<string> Of(SweepSummary summary)
    {
        var names = new PointNames([.. summary.Points.Select(point => point.Point)]);
        return summary.Points.Where(point => point.Addition is not null).Select(point =>
        {
            string name = names.Of(point.Point);
            string words = point.Point.AddedValues!.Words;
            return $"{(name.Contains(words, StringComparison.Ordinal) ? name : $"{name}, {words}")}: {Of(point.Addition!)}";
        });
    }

    private static string Of(AdditionFigures added)
    {
        if (added.Happened == 0)
        {
            return "no trial added them, as each ended before they were due.";
        }

        string early = added.NotHappened == 0 ? string.Empty
            : $"; {NumberText.Count(added.NotHappened, "trial")} ended before they were due";
        return $"the database took {NumberText.Short(added.TookS?.Median)} s{Dip(added)}{early}.";
    }

    private static string Dip(AdditionFigures added)
    {
        if (added.LowestShare is not { } lowest)
        {
            return string.Empty;
        }

        string over = added.DipS is { } dip ? $" and was back at 90 % after {NumberText.Short(dip.Median)} s" : string.Empty;
        string not = added.DipNotOver == 0 ? string.Empty
            : added.DipS is null ? $" and was not back at 90 % before the end of {NumberText.Count(added.DipNotOver, "trial")}"
            : $", in {NumberText.Count(added.DipNotOver, "trial")} not before its end";
        return $"; the rate fell to {NumberText.Percent(lowest.Median)} %{over}{not}";
    }
}
