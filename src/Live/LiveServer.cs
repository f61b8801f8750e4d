using System.Net;
using System.Text;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace DbIngest.Live;

/// <summary>
/// Serves one page whose parts change while browsers look at it: the page at <c>/</c>, its changes as server-sent events (HTML,
/// 9.2) at <c>/events</c>, and nothing else. <c>Dashboard</c> starts one per run with <c>--dashboard</c>. It sends page and
/// markup as they are, so the caller must escape texts. <see cref="PageGuard"/> checks each request, and at most
/// <see cref="MostBrowsers"/> browsers follow. It runs Kestrel without the ASP.NET Core host, which would take the signals of the
/// process and read settings from its environment. All members may be called from any thread.
/// </summary>
public sealed class LiveServer : IHttpApplication<HttpContext>, IDisposable
{
    /// <summary>Most browsers, or tabs, at once. A further one is told to come back.</summary>
    public const int MostBrowsers = 32;

    /// <summary>A comment is sent after this much silence, so that a lost browser is noticed.</summary>
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(1);

    private readonly KestrelServer _server;
    private readonly PageGuard _guard;
    private readonly byte[] _page;
    private readonly LiveBoard _board = new();
    private readonly ManualResetEventSlim _nobody = new(initialState: true);
    private readonly Lock _counting = new();
    private int _browsers;

    private LiveServer(IPEndPoint listen, string page)
    {
        _page = Encoding.UTF8.GetBytes(page);
        _guard = new PageGuard(listen.Address, Environment.MachineName);
        var options = new KestrelServerOptions { AddServerHeader = false };
        options.Limits.MaxConcurrentConnections = 2 * MostBrowsers;
        options.Limits.MaxRequestBodySize = 0;
        options.Listen(listen);
        _server = new KestrelServer(
            Options.Create(options),
            new SocketTransportFactory(Options.Create(new SocketTransportOptions()), NullLoggerFactory.Instance),
            NullLoggerFactory.Instance);
    }

    /// <summary>The address of the page, with the port that the system chose for port 0.</summary>
    public Uri Address { get; private set; } = null!;

    /// <summary>Browsers that look at the page now.</summary>
    public int Browsers => Volatile.Read(ref _browsers);

    /// <summary>Starts to listen.</summary>
    /// <param name="listen">The address. Port 0 lets the system choose a port.</param>
    /// <param name="page">The page as HTML.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">This machine has no such address.</exception>
    public static LiveServer Start(IPEndPoint listen, string page)
    {
        var server = new LiveServer(listen, page);
        try
        {
            server._server.StartAsync(server, CancellationToken.None).GetAwaiter().GetResult();
        }
        catch
        {
            server.Dispose();
            throw;
        }

        server.Address = new Uri(server._server.Features.Get<IServerAddressesFeature>()!.Addresses.Single());
        return server;
    }

    /// <summary>Replaces a part of the page in every browser, and in those that come later.</summary>
    /// <param name="id">Id of the page's element.</param>
    /// <param name="markup">Its new content: markup that is safe to show.</param>
    public void Publish(string id, string markup) => _board.Publish(id, markup);

    /// <summary>Sends the last event to every browser and waits until all have it.</summary>
    /// <param name="name">Name of the event.</param>
    /// <param name="text">Its text.</param>
    /// <param name="patience">Longest wait for a slow browser.</param>
    public void End(string name, string text, TimeSpan patience)
    {
        _board.End(name, text);
        _nobody.Wait(patience);
    }

    /// <summary>Closes all connections and stops to listen.</summary>
    public void Dispose()
    {
        using var patience = new CancellationTokenSource(StopPatience);
        try
        {
            _server.StopAsync(patience.Token).GetAwaiter().GetResult();
        }
        catch (OperationCanceledException)
        {
            // A browser that does not read is left behind, and its connection ends with the server.
        }

        _server.Dispose();

        // The event stays undisposed: a request that was left behind may still set it.
    }

    HttpContext IHttpApplication<HttpContext>.CreateContext(IFeatureCollection contextFeatures) =>
        new DefaultHttpContext(contextFeatures);

    void IHttpApplication<HttpContext>.DisposeContext(HttpContext context, Exception? exception)
    {
    }

    async Task IHttpApplication<HttpContext>.ProcessRequestAsync(HttpContext context)
    {
        var headers = context.Response.Headers;
        headers.CacheControl = "no-store";
        headers.XContentTypeOptions = "nosniff";
        headers.XFrameOptions = "DENY";
        headers["Cross-Origin-Resource-Policy"] = "same-origin";
        headers["Cross-Origin-Opener-Policy"] = "same-origin";
        headers["Referrer-Policy"] = "no-referrer";
        if (_guard.Fault(context.Request) is { } fault)
        {
            await SayAsync(context, StatusCodes.Status403Forbidden, fault).ConfigureAwait(false);
        }
        else if (!HttpMethods.IsGet(context.Request.Method) && !HttpMethods.IsHead(context.Request.Method))
        {
            headers.Allow = "GET, HEAD";
            await SayAsync(context, StatusCodes.Status405MethodNotAllowed, "This page can only be read.").ConfigureAwait(false);
        }
        else
        {
            await (context.Request.Path.Value switch
            {
                "/" => SendPageAsync(context),
                "/events" when HttpMethods.IsGet(context.Request.Method) => SendEventsAsync(context),
                "/favicon.ico" => SayAsync(context, StatusCodes.Status204NoContent, string.Empty),
                _ => SayAsync(context, StatusCodes.Status404NotFound, "There is one page, at /."),
            }).ConfigureAwait(false);
        }
    }

    private static async Task SayAsync(HttpContext context, int status, string text)
    {
        context.Response.StatusCode = status;
        if (text.Length > 0)
        {
            context.Response.ContentType = "text/plain; charset=utf-8";
            await context.Response.WriteAsync(text + "\n", context.RequestAborted).ConfigureAwait(false);
        }
    }

    private async Task SendPageAsync(HttpContext context)
    {
        context.Response.ContentType = "text/html; charset=utf-8";
        context.Response.ContentLength = _page.Length;
        if (HttpMethods.IsGet(context.Request.Method))
        {
            await context.Response.Body.WriteAsync(_page, context.RequestAborted).ConfigureAwait(false);
        }
    }

    private async Task SendEventsAsync(HttpContext context)
    {
        if (!TryEnter())
        {
            context.Response.Headers.RetryAfter = "10";
            await SayAsync(context, StatusCodes.Status503ServiceUnavailable, "Too many browsers look at this run already.")
                .ConfigureAwait(false);
            return;
        }

        try
        {
            context.Response.ContentType = "text/event-stream";
            await context.Response.WriteAsync("retry: 1000\n\n", context.RequestAborted).ConfigureAwait(false);
            await FollowAsync(context.Response, context.RequestAborted).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is OperationCanceledException or IOException)
        {
            // The browser has gone.
        }
        finally
        {
            Leave();
        }
    }

    private async Task FollowAsync(HttpResponse response, CancellationToken gone)
    {
        long seen = 0;
        while (true)
        {
            var parts = _board.Newer(ref seen, out var end, out var changed);
            foreach (var part in parts)
            {
                await response.WriteAsync($"event: part\ndata: {part.Json}\n\n", gone).ConfigureAwait(false);
            }

            if (end is var (name, json))
            {
                await response.WriteAsync($"event: {name}\ndata: {json}\n\n", gone).ConfigureAwait(false);
                await response.Body.FlushAsync(gone).ConfigureAwait(false);
                return;
            }

            await response.Body.FlushAsync(gone).ConfigureAwait(false);
            try
            {
                await changed.WaitAsync(Silence, gone).ConfigureAwait(false);
            }
            catch (TimeoutException)
            {
                await response.WriteAsync(":\n\n", gone).ConfigureAwait(false);
            }
        }
    }

    private bool TryEnter()
    {
        lock (_counting)
        {
            if (_browsers == MostBrowsers)
            {
                return false;
            }

            _browsers++;
            _nobody.Reset();
            return true;
        }
    }

    private void Leave()
    {
        lock (_counting)
        {
            if (--_browsers == 0)
            {
                _nobody.Set();
            }
        }
    }
}
