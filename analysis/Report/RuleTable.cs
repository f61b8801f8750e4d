using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Text;

namespace DbIngest.Analysis.Report;

/// <summary>
/// Formats every rule of the methodology with its gravest verdict on a result as a table, broken ones first. <see
/// cref="ReportPage"/> and <c>LiveParts</c> show it. It judges nothing.
/// </summary>
internal static class RuleTable
{
    /// <summary>Formats the table.</summary>
    public static TextTable Of(StoredResult result) => Of(RuleRows.Gravest(result.Summary));

    /// <summary>Formats given rows as a table; the live page passes those of the broken rules.</summary>
    public static TextTable Of(IEnumerable<RuleRow> rows) => new()
    {
        Title = "Rules",
        Headers = ["rule", "verdict", "label", "reason"],
        RightAligned = [false, false, false, false],
        Rows =
        [
            .. rows.Select(row => (IReadOnlyList<string>)
            [
                FormattableString.Invariant($"{row.Rule} {RuleNames.Of(row.Rule)}"), EnumWords.Spaced(row.State), row.Label,
                    row.Reason,
            ]),
        ],
        Notes = [],
    };
}
