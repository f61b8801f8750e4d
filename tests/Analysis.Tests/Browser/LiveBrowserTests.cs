using System.Net;
using DbIngest.Analysis.Live;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Latency;
using DbIngest.Core.Pipeline;
using DbIngest.Live;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>
/// The live page of a running sweep as readers see it. DBINGEST_SCREENSHOTS=DIR writes what is seen as PNG files.
/// </summary>
[Needs("chromium")]
public sealed class LiveBrowserTests(Chromium browser) : IClassFixture<Chromium>, IDisposable
{
    private readonly LiveServer _server = LiveServer.Start(new IPEndPoint(IPAddress.Loopback, 0), LivePage.Frame());
    private readonly StoredResult _result = Reported.Of(Reported.Sweep);

    [Theory]
    [InlineData(390, false)]
    [InlineData(390, true)]
    [InlineData(1280, false)]
    [InlineData(1280, true)]
    public async Task Page_OfARunningSweep_IsReadableAndAsksItsOwnAddressAlone(int width, bool isDark)
    {
        Publish();
        await using var page = await OpenAsync(width, isDark);
        await SaveAsync(page, $"live-{width}-{(isDark ? "dark" : "light")}");

        (await page.EvaluateAsync<double>(PageChecks.Overflow)).ShouldBeLessThanOrEqualTo(0, "no scrolling sideways");
        (await page.EvaluateAsync<string>(PageChecks.CutOff)).ShouldBeEmpty();
        (await page.EvaluateAsync<string>(PageChecks.PoorContrast)).ShouldBeEmpty();
        (await page.EvaluateAsync<string>(PageChecks.Collisions)).ShouldBeEmpty();
        (await page.EvaluateAsync<double>(PageChecks.VisibleFigures)).ShouldBe(2, "the rate, and the points");
        string text = await TextAsync(page);
        foreach (string part in new[] { "time left", "12:34", "p99.9", "backlog", "Points so far", "goes on", "Rules broken" })
        {
            text.ShouldContain(part);
        }

        page.Errors.ShouldBeEmpty();
        page.Requests.ShouldAllBe(request => new Uri(request).GetLeftPart(UriPartial.Authority)
            == _server.Address.GetLeftPart(UriPartial.Authority));
    }

    [Fact]
    public async Task Part_PublishedAgain_ReplacesTheOldOne()
    {
        Publish();
        await using var page = await OpenAsync(1280);
        _server.Publish(LivePage.Name, LiveParts.Text("another <b>name</b>"));
        await UntilAsync(page, "document.getElementById('name').textContent === 'another <b>name</b>'");
        (await page.EvaluateAsync<string>("document.title")).ShouldStartWith("another <b>name</b>");
    }

    /// <summary>The figure of the points is replaced after each trial, and its scale must not change by that.</summary>
    [Fact]
    public async Task Toggle_InAPartPublishedAgain_StaysAsTheReaderSetIt()
    {
        Publish();
        await using var page = await OpenAsync(1280);
        await page.EvaluateAsync<bool>("document.querySelector('#raw-throughput').click() ?? true");
        Publish();
        _server.Publish(LivePage.Name, LiveParts.Text("again"));
        await UntilAsync(page, "document.getElementById('name').textContent === 'again'");
        (await page.EvaluateAsync<bool>("document.querySelector('#raw-throughput').checked")).ShouldBeTrue();
    }

    [Fact]
    public async Task Browser_ThatComesLateOrReloads_SeesAll()
    {
        Publish();
        await using (var first = await OpenAsync(1280))
        {
            (await TextAsync(first)).ShouldContain("Points so far");
        }

        await using var late = await OpenAsync(1280);
        (await TextAsync(late)).ShouldContain("Points so far");
        await late.EvaluateAsync<bool>("location.reload() ?? true");
        await UntilAsync(late, "performance.getEntriesByType('navigation')[0]?.type === 'reload' "
            + "&& !!document.body?.innerText.includes('Points so far')");
    }

    [Theory]
    [InlineData(390)]
    [InlineData(1280)]
    public async Task Page_AtTheEnd_TurnsIntoTheReport(int width)
    {
        Publish();
        using var folder = new TemporaryFolder();
        string report = await File.ReadAllTextAsync(ReportFiles.Write(folder.Path, [_result]));
        await using var page = await OpenAsync(width);
        _server.End("report", report, TimeSpan.FromSeconds(60));
        await UntilAsync(page, "!!document.getElementById('reproduce')");
        await SaveAsync(page, $"live-report-{width}");

        (await page.EvaluateAsync<double>(PageChecks.Overflow)).ShouldBeLessThanOrEqualTo(0);
        double figures = await page.EvaluateAsync<double>(PageChecks.Figures);
        (await page.EvaluateAsync<double>(PageChecks.VisibleFigures)).ShouldBe(figures, "style and policy hold for the report");
        (await page.EvaluateAsync<double>("document.querySelectorAll('.pt[data-tip]').length"))
            .ShouldBeGreaterThan(10, "the report's script runs");
        page.Errors.ShouldBeEmpty();
    }

    /// <summary>The sentence stays while nobody answers, and goes when the resumed run has the address.</summary>
    [Fact]
    public async Task Page_OfAnInterruptedRun_SaysHowToResumeItAndFollowsTheResumedOne()
    {
        const string Said = "Interrupted; --resume RESULT goes on.";
        Publish();
        await using var page = await OpenAsync(1280);
        await page.EvaluateAsync<bool>(
            "(window.said=[],new MutationObserver(()=>said.push(document.getElementById('state').textContent))"
            + ".observe(document.getElementById('state'),{childList:true})),true");
        _server.End("ended", Said, TimeSpan.FromSeconds(60));
        _server.Dispose();
        await UntilAsync(page, $"said.filter(text => text === '{Said}').length > 1");
        (await page.EvaluateAsync<bool>("said.some(text => text.startsWith('The run does not answer'))")).ShouldBeFalse();

        using var resumed = LiveServer.Start(new IPEndPoint(IPAddress.Loopback, _server.Address.Port), LivePage.Frame());
        resumed.Publish(LivePage.Name, LiveParts.Text("resumed"));
        await UntilAsync(page, "document.getElementById('name').textContent === 'resumed'");
        (await page.EvaluateAsync<bool>("document.getElementById('state').hidden")).ShouldBeTrue();
    }

    [Fact]
    public async Task Page_WhoseRunIsGone_SaysSo()
    {
        Publish();
        await using var page = await OpenAsync(1280);
        _server.Dispose();
        await UntilAsync(page, "document.getElementById('state').textContent.startsWith('The run does not answer')");
        (await TextAsync(page)).ShouldContain("Points so far", Case.Sensitive, "what was seen stays");
    }

    public void Dispose() => _server.Dispose();

    private void Publish()
    {
        var points = _result.Summary.Points.Select(point => point.Point).ToList();
        var done = points.Skip(1).ToHashSet();
        var latency = new LatencyHistogram();
        for (int i = 0; i < 5000; i++)
        {
            latency.Record(1_000_000 + (i * 997L * i % 9_000_000));
        }

        _server.Publish(LivePage.Name, LiveParts.Text(_result.Manifest.Name));
        _server.Publish(LivePage.Subtitle, LiveParts.Text(_result.Manifest.CommandLine));
        _server.Publish(LivePage.Progress, LiveParts.Progress(new LiveCounts(37, 104, 2, 8, "7:01", "12:34"), null));
        _server.Publish(LivePage.Trial, LiveParts.Trial(new LiveTrial
        {
            Point = points[0],
            Words = "cassandra wire quorum, 5+3 x 200,000: trial 4 of 13, ingest",
            Snapshot = new IngestSnapshot
            {
                AcknowledgedRecords = 1_234_567,
                Retries = 2,
                BacklogBatches = 17,
                Latency = latency,
            },
            Steps = [.. Enumerable.Range(1, 40).Select(i => ((double)i, 90_000 + (20_000 * Math.Sin(i))))],
        }));
        _server.Publish(LivePage.Points, LiveParts.Points(_result, done));
        _server.Publish(LivePage.Rules, LiveParts.Rules(_result, done));
    }

    private async Task<BrowserPage> OpenAsync(int width, bool isDark = false)
    {
        var page = await BrowserPage.OpenAsync(browser, _server.Address.AbsoluteUri, width, isDark);
        await UntilAsync(page, "document.body.innerText.includes('Rules broken so far')");
        return page;
    }

    private static Task<string> TextAsync(BrowserPage page) => page.EvaluateAsync<string>("document.body.innerText");

    /// <summary>Waits in the test, since a promise of the page would not outlive a reload.</summary>
    private static async Task UntilAsync(BrowserPage page, string condition)
    {
        long started = TimeProvider.System.GetTimestamp();
        while (!await page.EvaluateAsync<bool>(condition))
        {
            (TimeProvider.System.GetElapsedTime(started) < TimeSpan.FromSeconds(60)).ShouldBeTrue(condition);
            await Task.Delay(50);
        }
    }

    private static async Task SaveAsync(BrowserPage page, string name)
    {
        if (Environment.GetEnvironmentVariable("DBINGEST_SCREENSHOTS") is { Length: > 0 } folder)
        {
            Directory.CreateDirectory(folder);
            double height = await page.EvaluateAsync<double>("document.documentElement.scrollHeight");
            await page.ScreenshotAsync(Path.Combine(folder, name + ".png"), 0, Math.Min(height, 2400));
        }
    }
}
