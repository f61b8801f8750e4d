namespace DbIngest.Core.Tests.Documents;

/// <summary>
/// Each database has one page, and all pages have the same sections in the same order, so that a reader finds a fact at once.
/// </summary>
public class TargetPageTests
{
    private static readonly string[] Sections =
        ["In a minute", "Contracts", "Options", "How it writes", "Space", "What was seen and not seen", "Speed"];

    private static IEnumerable<MarkdownPage> Pages => MarkdownPage.All
        .Where(page => page.File.StartsWith("docs/targets/", StringComparison.Ordinal));

    [Fact]
    public void Pages_HaveTheSameSections()
    {
        Pages.Count().ShouldBeGreaterThan(15);
        Pages.Where(page => !page.Headings(level: 2).SequenceEqual(Sections))
            .Select(page => $"{page.File}: {string.Join(", ", page.Headings(level: 2))}")
            .ShouldBeEmpty();
    }
}
