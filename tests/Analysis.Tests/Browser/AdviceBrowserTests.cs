using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>The page of <c>advise</c> as readers see it.</summary>
[Needs("chromium")]
public sealed class AdviceBrowserTests(Chromium browser) : IClassFixture<Chromium>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    /// <summary>A figure stands in one cell with both ends of its interval.</summary>
    [Theory]
    [InlineData(360)]
    [InlineData(700)]
    public async Task Advice_OnANarrowScreen_ShowsWholeIntervals(int width)
    {
        var advice = new Advice
        {
            Request = new AdviceRequest(100_000, "1y", 31_536_000, FakeSearch.Limit),
            Confidence = 0.95,
            Stores =
            [
                new StoreAdvice
                {
                    Store = "sqlite",
                    Verdict = RateVerdict.Holds,
                    SustainableRecordsPerS = 1_234_567,
                    IntervalRecordsPerS = new Interval(1_198_765, 1_276_543),
                    Margin = 12.3,
                    MarginInterval = new Interval(12, 12.8),
                },
            ],
            NotMeasured = [],
            Answer = ["sqlite holds it."],
        };
        string file = Path.Combine(_folder.Path, AdviceFiles.Html);
        await File.WriteAllTextAsync(file, AdviceFiles.PageOf(advice, ["dbingest advise"]));
        await using var page = await BrowserPage.OpenAsync(browser, file, width, isDark: false);
        (await page.EvaluateAsync<string>(PageChecks.HiddenCells)).ShouldBeEmpty();
    }

    public void Dispose() => _folder.Dispose();
}
