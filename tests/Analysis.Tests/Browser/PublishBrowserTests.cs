using DbIngest.Analysis.Publish;
using DbIngest.Analysis.Tests.Report;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>The page of <c>publish</c> as readers see it.</summary>
[Needs("chromium")]
public sealed class PublishBrowserTests(Chromium browser) : IClassFixture<Chromium>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>A phone shows rows as cards without heads, and a reader sorts by the heads.</summary>
    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    public async Task Results_OnAnyScreen_CanBeSorted(int width)
    {
        string file = PublishFiles.Write(_folder.Path,
            [new PublishedResult("/nowhere", "a", Reported.Of(Reported.Sweep), "not signed")]);
        await using var page = await BrowserPage.OpenAsync(browser, file, width, isDark: false);

        (await page.EvaluateAsync<double>("document.querySelector('.results thead button').getClientRects().length"))
            .ShouldBeGreaterThan(0, "the first head is seen");
        await page.EvaluateAsync<bool>("document.querySelector('.results thead button').click() ?? true");
        (await page.EvaluateAsync<string>("document.querySelector('.results thead th').getAttribute('aria-sort')"))
            .ShouldBe("descending");
        (await page.EvaluateAsync<double>(PageChecks.Overflow)).ShouldBeLessThanOrEqualTo(0, "no scrolling sideways");
        page.Errors.ShouldBeEmpty();
    }

    /// <summary>Verdicts are the longest cells: on a phone the next cell, or the edge of the card, hid their end.</summary>
    [Theory]
    [InlineData(360)]
    [InlineData(1280)]
    public async Task Results_OnAnyScreen_HaveNoCellOverAnother(int width)
    {
        string file = PublishFiles.Write(_folder.Path,
            [new PublishedResult("/nowhere", "a", Reported.Of(Reported.Sweep), "not signed")]);
        await using var page = await BrowserPage.OpenAsync(browser, file, width, isDark: false);
        (await page.EvaluateAsync<string>(PageChecks.HiddenCells)).ShouldBeEmpty();
    }

    public void Dispose() => _folder.Dispose();
}
