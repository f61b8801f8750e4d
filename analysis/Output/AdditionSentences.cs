using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Output;

/// <summary>
/// Writes a sentence on the effect of adding values to the table of a point: <c>postgres, 3 values added after 20 s: the database
/// took 0.02 s; the rate fell to 40 % and was back at 90 % after 0.5 s</c>. <c>AnswerSentences</c> calls it. It computes no
/// figure.
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
            return $"{(name.Contains(words, StringComparison.Ordinal) ? name : $"{name}, {words}")}: "
                + Of(point.Addition!, hasFault: point.Point.Fault is not null);
        });
    }

    private static string Of(AdditionFigures added, bool hasFault)
    {
        if (added.Happened == 0)
        {
            return "no trial added them, as each ended before they were due.";
        }

        string early = added.NotHappened == 0 ? string.Empty
            : $"; {NumberText.Count(added.NotHappened, "trial")} ended before they were due";
        string dip = DipSentence.Of(added.LowestShare, added.DipS, added.DipNotOver, hasFault) is { } words ? $"; {words}"
            : string.Empty;
        string late = added.AfterLastRecord == 0 ? string.Empty
            : $"; {NumberText.Count(added.AfterLastRecord, "trial")} had sent all records before the table got the values";
        return $"the database took {NumberText.Short(added.TookS?.Median)} s{dip}{late}{early}.";
    }
}
