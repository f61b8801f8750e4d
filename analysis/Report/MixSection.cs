using System.Text;
using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Drawing;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Writes the tables of a report on mixes: operations by kind, the analysis over mixes, and the pairs of databases at each mix.
/// It computes no figure, and the drawn figures of mixes stand elsewhere. <see cref="ReportPage"/>, <see cref="ReportMarkdown"/>
/// and <c>LatexFiles</c> call it.
/// </summary>
internal static class MixSection
{
    /// <summary>Writes the tables of a page; nothing without mixes.</summary>
    public static void Write(MarkupWriter page, IReadOnlyList<StoredResult> results)
    {
        foreach (var (heading, table) in Tables(results))
        {
            page.Element("h3", heading).Line();
            if (!heading.EndsWith(table.Title, StringComparison.Ordinal))
            {
                page.Element("p", table.Title, ("class", "small")).Line();
            }

            HtmlTable.WriteWide(page, table, heading);
        }
    }

    /// <summary>Appends the tables as Markdown; nothing without mixes.</summary>
    public static void Append(StringBuilder text, IReadOnlyList<StoredResult> results)
    {
        foreach (var (_, table) in Tables(results))
        {
            text.Append('\n').Append(table.ToMarkdown());
        }
    }

    /// <summary>The tables with their headings; none without mixes.</summary>
    public static IEnumerable<(string Heading, TextTable Table)> Tables(IReadOnlyList<StoredResult> results)
    {
        foreach (var result in results)
        {
            string of = ResultNames.Before(results, result);
            TextTable Titled(TextTable table) => ResultNames.Titled(results, result, table);
            if (OperationTable.Of(result.Summary) is { } operations)
            {
                yield return (of + "Operations by kind", Titled(operations));
            }

            foreach (var analysis in result.Summary.Mixes)
            {
                yield return (of + "Mixes against each other", Titled(MixTable.Of(analysis, result.Summary.Confidence)));
            }

            if (MixPairTable.Of(result.Summary) is { } pairs)
            {
                yield return (of + "Databases at each mix", Titled(pairs));
            }
        }
    }
}
