using DbIngest.Analysis.Report;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Writes the reference page <c>rules.md</c> from the names and labels of the rules. <see cref="ReferencePages"/> lists it.
/// The rules themselves stand in <c>analysis/Rules</c>, their thresholds in <c>RuleLimits</c>. Its links lead to headings of
/// <c>methodology.md</c>, which must consist of the number and the name of a rule.
/// </summary>
internal static class RulesPage
{
    /// <summary>Writes the text of the page.</summary>
    public static string Write()
    {
        var page = new MarkdownPage("Rules and labels");
        page.Paragraph("Every result is judged by these rules, from its stored files alone. **Broken** means that the result "
            + "does not keep the rule, "
            + "**noted** that it does and a reader must know something. A label hides nothing: the figure still stands beside "
            + "it. "
            + "[Methodology](../explanation/methodology.md) says how each rule is kept, and why.");
        page.Table(
            ["rule", "label", "verdict", "stands on", "when"],
            Enumerable.Range(1, RuleNames.Count).SelectMany(rule =>
            {
                string name = $"[{rule}](../explanation/methodology.md#{Anchor(rule)}) {RuleNames.Of(rule)}";
                var labels = RuleLabels.All.Where(label => label.Rule == rule).ToList();
                return labels.Count == 0
                    ? [[name, string.Empty, string.Empty, string.Empty, "the program keeps it always: no label"]]
                    : labels.Select((label, i) => new[]
                    {
                        i == 0 ? name : string.Empty, $"`{label.Shown}`", ResultMeanings.Words(label.State.ToString()),
                            label.IsOfSweep ? "sweep" : "point",
                        MarkdownPage.OfHelp(label.When),
                    });
            }));
        return page.ToString();
    }

    /// <summary>
    /// The anchor that Markdown creates for the heading of a rule, such as <c>12. A practical threshold first, then
    /// equivalence</c>.
    /// </summary>
    private static string Anchor(int rule) => string.Concat(
        $"{rule} {RuleNames.Of(rule)}".ToLowerInvariant().Where(c => char.IsAsciiLetterOrDigit(c) || c is ' ' or '-'))
            .Replace(' ', '-');
}
