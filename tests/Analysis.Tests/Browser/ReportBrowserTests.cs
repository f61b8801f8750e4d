using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Report;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>
/// The report as readers see it. DBINGEST_SCREENSHOTS=DIR writes what is seen as PNG files; DBINGEST_REPORT=FILE shows that page
/// instead of the fixed one.
/// </summary>
[Needs("chromium")]
public sealed class ReportBrowserTests(Chromium browser) : IClassFixture<Chromium>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData(390, false)]
    [InlineData(390, true)]
    [InlineData(1280, false)]
    [InlineData(1280, true)]
    [InlineData(1920, false)]
    public async Task Report_OnAScreen_IsReadableAndAsksForNothing(int width, bool isDark)
    {
        string file = Write();
        await using var page = await BrowserPage.OpenAsync(browser, file, width, isDark);
        await SaveAsync(page, width, isDark);

        (await page.EvaluateAsync<double>(PageChecks.Overflow)).ShouldBeLessThanOrEqualTo(0, "no scrolling sideways");
        (await page.EvaluateAsync<string>(PageChecks.CutOff)).ShouldBeEmpty();
        double figures = await page.EvaluateAsync<double>(PageChecks.Figures);
        figures.ShouldBeGreaterThan(5);
        (await page.EvaluateAsync<double>(PageChecks.VisibleFigures)).ShouldBe(figures, "each figure is seen once");
        (await page.EvaluateAsync<string>(PageChecks.PoorContrast)).ShouldBeEmpty();
        (await page.EvaluateAsync<string>(PageChecks.Collisions)).ShouldBeEmpty();
        page.Errors.ShouldBeEmpty();
        page.Requests.ShouldBe([new Uri(file).AbsoluteUri]);
    }

    /// <summary>A4 within margins of 12 mm is 703 pixels wide.</summary>
    [Fact]
    public async Task Report_OnPaper_HasNothingCutOff()
    {
        await using var page = await BrowserPage.OpenAsync(browser, Write(), 703, isDark: false, isPrinted: true);
        (await page.EvaluateAsync<string>(PageChecks.CutOff)).ShouldBeEmpty();
        (await page.EvaluateAsync<double>(PageChecks.Overflow)).ShouldBeLessThanOrEqualTo(0);
    }

    [Fact]
    public async Task Report_Toggle_ShowsRawTrialsAndHidesThem()
    {
        await using var page = await BrowserPage.OpenAsync(browser, Write(), 1280, isDark: false);
        (await page.EvaluateAsync<double>(PageChecks.VisibleRaw)).ShouldBe(0);
        await page.EvaluateAsync<bool>("document.querySelector('#raw-throughput').click() ?? true");
        (await page.EvaluateAsync<double>(PageChecks.VisibleRaw)).ShouldBeGreaterThan(1);
        await page.EvaluateAsync<bool>("document.querySelector('#raw-throughput').click() ?? true");
        (await page.EvaluateAsync<double>(PageChecks.VisibleRaw)).ShouldBe(0);
    }

    [Fact]
    public async Task Report_PointingAtAMark_ShowsItsValues()
    {
        await using var page = await BrowserPage.OpenAsync(browser, Write(), 1280, isDark: false);
        const string mark = "svg.wide .pt .hit";
        await page.ScrollToAsync(mark);
        const string middle = $"(r => r.{{0}} + (r.{{1}} / 2))(document.querySelector('{mark}').getBoundingClientRect())";
        double x = await page.EvaluateAsync<double>(string.Format(null, middle, "left", "width"));
        double y = await page.EvaluateAsync<double>(string.Format(null, middle, "top", "height"));
        await page.PointAtAsync(x, y);
        string tip = await page.EvaluateAsync<string>("document.querySelector('.tip:not([hidden])')?.textContent ?? ''");
        tip.ShouldContain("records/s");
        tip.ShouldContain("95 % interval");
        page.Errors.ShouldBeEmpty();
    }

    [Fact]
    public async Task Report_WithoutScript_StillHasValuesAndFigures()
    {
        await using var page = await BrowserPage.OpenAsync(browser, Write(), 1280, isDark: false, hasScript: false);
        (await page.EvaluateAsync<double>("document.querySelectorAll('.pt > title').length")).ShouldBeGreaterThan(10);
        (await page.EvaluateAsync<double>(PageChecks.VisibleFigures)).ShouldBeGreaterThan(5);
        page.Errors.ShouldBeEmpty();
    }

    public void Dispose() => _folder.Dispose();

    private static async Task SaveAsync(BrowserPage page, int width, bool isDark)
    {
        if (Environment.GetEnvironmentVariable("DBINGEST_SCREENSHOTS") is not { Length: > 0 } folder)
        {
            return;
        }

        Directory.CreateDirectory(folder);
        const int part = 1500;
        double height = await page.EvaluateAsync<double>("document.documentElement.scrollHeight");
        for (int i = 0; i * part < height; i++)
        {
            string name = $"report-{width}-{(isDark ? "dark" : "light")}-{i}.png";
            await page.ScreenshotAsync(Path.Combine(folder, name), i * part, Math.Min(part, height - (i * part)));
        }
    }

    private string Write() => Environment.GetEnvironmentVariable("DBINGEST_REPORT") is { Length: > 0 } file
        ? Path.GetFullPath(file)
        : ReportFiles.Write(_folder.Path, [Reported.Of(Reported.Sweep)]);
}
