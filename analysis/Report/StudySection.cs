using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Reproduce;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes a study's findings beside the measured figures into a page. <see cref="ReportPage"/> calls it for every report, and it
/// writes nothing without <c>report --reproduce</c>.
/// </summary>
internal static class StudySection
{
    /// <summary>Writes the section; nothing without a study.</summary>
    public static void Write(MarkupWriter page, Reproduction? study)
    {
        if (study is null)
        {
            return;
        }

        var table = ReproductionTable.Of(study);
        page.Element("h2", FormattableString.Invariant($"Study {study.Study} today"), ("id", "study")).Line();
        page.Element("p", table.Title + ".", ("class", "small")).Line().Open("div", ("class", "findings")).Line();
        HtmlTable.Write(page, table, table.Title, row => EnumWords.Of(study.Findings[row].Verdict));
        page.Close().Line();
        ReportPage.WriteNotes(page, table);
        if (ReproductionTable.OfMeans(study) is { } means)
        {
            page.Element("p", means.Title + ".", ("class", "small")).Line();
            HtmlTable.WriteWide(page, means, means.Title);
        }
    }
}
