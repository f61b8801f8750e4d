namespace DbIngest.Runner.Documents;

/// <summary>
/// Lists the pages of <c>docs/reference</c>. <c>DocsVerb</c> writes them, or compares them for <c>--check</c>, and a test
/// compares them with the files. A page that is not listed here is never written.
/// </summary>
internal static class ReferencePages
{
    /// <summary>Returns all pages in the order of their file names.</summary>
    /// <param name="verbs">The option classes of all verbs.</param>
    public static IReadOnlyList<ReferencePage> Of(IReadOnlyList<Type> verbs) =>
    [
        new("command-line.md", () => CommandLinePage.Write(verbs)),
        new("endpoints.md", EndpointsPage.Write),
        new("exit-codes.md", () => ExitCodesPage.Write(verbs)),
        new("results.md", ResultsPage.Write),
        new("rules.md", RulesPage.Write),
    ];
}
