using System.Text.Json.Nodes;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>A page shown to a reader: of a width, light or dark.</summary>
internal sealed class BrowserPage : IAsyncDisposable
{
    private readonly DevTools _tools;
    private readonly string _session;
    private readonly int _width;

    private BrowserPage(DevTools tools, string session, int width)
    {
        (_tools, _session, _width) = (tools, session, width);
    }

    /// <summary>Errors on the console, uncaught exceptions and violations of the page's policy.</summary>
    public IReadOnlyList<string> Errors =>
    [
        .. _tools.Events
            .Where(e => e.Method is "Runtime.exceptionThrown" or "Log.entryAdded"
                || (e.Method == "Runtime.consoleAPICalled" && e.Parameters["type"]!.GetValue<string>() == "error"))
            .Select(e => e.Parameters.ToJsonString()),
    ];

    /// <summary>Every address that the page asked for, its own included.</summary>
    public IReadOnlyList<string> Requests =>
        [.. _tools.Events.Where(e => e.Method == "Network.requestWillBeSent")
            .Select(e => e.Parameters["request"]!["url"]!.GetValue<string>())];

    /// <summary>Opens a file.</summary>
    public static async Task<BrowserPage> OpenAsync(Chromium browser, string file, int width, bool isDark, bool hasScript = true,
        bool isPrinted = false)
    {
        var tools = await DevTools.ConnectAsync(browser.Address!);
        string target = (await tools.SendAsync("Target.createTarget", new JsonObject { ["url"] = "about:blank" }))[
            "targetId"]!.GetValue<string>();
        string session = (
            await tools.SendAsync("Target.attachToTarget", new JsonObject { ["targetId"] = target, ["flatten"] = true }))[
            "sessionId"]!.GetValue<string>();
        var page = new BrowserPage(tools, session, width);
        foreach (string domain in new[] { "Page", "Runtime", "Log", "Network" })
        {
            await page.SendAsync(domain + ".enable");
        }

        await page.ResizeAsync(900);
        await page.SendAsync("Emulation.setScriptExecutionDisabled", new JsonObject { ["value"] = !hasScript });
        await page.SendAsync("Emulation.setEmulatedMedia", new JsonObject
        {
            ["media"] = isPrinted ? "print" : string.Empty,
            ["features"] = new JsonArray(
                new JsonObject { ["name"] = "prefers-color-scheme", ["value"] = isDark ? "dark" : "light" }),
        });
        await page.SendAsync("Page.navigate", new JsonObject { ["url"] = new Uri(file).AbsoluteUri });
        await tools.WaitForAsync("Page.loadEventFired");
        return page;
    }

    /// <summary>The value of an expression, or the one that its promise comes to.</summary>
    public async Task<T> EvaluateAsync<T>(string expression)
    {
        var result = await SendAsync(
            "Runtime.evaluate",
                new JsonObject { ["expression"] = expression, ["returnByValue"] = true, ["awaitPromise"] = true });
        result["exceptionDetails"].ShouldBeNull();
        return result["result"]!["value"]!.GetValue<T>();
    }

    /// <summary>
    /// Scrolls to an element and waits until the page knows. A scroll is told to scripts with the next frame, before its
    /// animation callbacks (HTML, 8.1.7.3, "update the rendering"): a page that answers to it would undo what a test does in
    /// between.
    /// </summary>
    public Task ScrollToAsync(string selector) => EvaluateAsync<bool>(
        $"new Promise(seen => {{ document.querySelector('{selector}').scrollIntoView({{block: 'center'}}); "
        + $"requestAnimationFrame(() => seen(true)); }})");

    /// <summary>Moves the pointer to a place, as a mouse does.</summary>
    public Task PointAtAsync(double x, double y) =>
        SendAsync("Input.dispatchMouseEvent", new JsonObject { ["type"] = "mouseMoved", ["x"] = x, ["y"] = y });

    /// <summary>Writes what is seen of a stretch of the page as PNG.</summary>
    public async Task ScreenshotAsync(string path, double top, double height)
    {
        var result = await SendAsync("Page.captureScreenshot", new JsonObject
        {
            ["captureBeyondViewport"] = true,
            ["clip"] = new JsonObject { ["x"] = 0, ["y"] = top, ["width"] = _width, ["height"] = height, ["scale"] = 1 },
        });
        await File.WriteAllBytesAsync(path, Convert.FromBase64String(result["data"]!.GetValue<string>()));
    }

    public async ValueTask DisposeAsync() => await _tools.DisposeAsync();

    private Task<JsonNode> SendAsync(string method, JsonObject? parameters = null) =>
        _tools.SendAsync(method, parameters, _session);

    private Task ResizeAsync(int height) => SendAsync("Emulation.setDeviceMetricsOverride", new JsonObject
    {
        ["width"] = _width,
        ["height"] = height,
        ["deviceScaleFactor"] = 1,
        ["mobile"] = _width < 600,
    });
}
