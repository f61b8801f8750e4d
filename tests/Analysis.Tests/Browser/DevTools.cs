using System.Collections.Concurrent;
using System.Net.WebSockets;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>
/// Speaks Chromium's DevTools protocol (chromedevtools.github.io/devtools-protocol): JSON commands and events over one web
/// socket. What the tests need of it is small enough to do without a package of several hundred megabytes.
/// </summary>
internal sealed class DevTools : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly ClientWebSocket _socket = new();
    private readonly ConcurrentDictionary<int, TaskCompletionSource<JsonNode>> _pending = new();
    private readonly CancellationTokenSource _ending = new();
    private Task _reading = Task.CompletedTask;
    private int _last;

    /// <summary>What the browser reported of itself, in order.</summary>
    public ConcurrentQueue<(string Method, JsonNode Parameters)> Events { get; } = new();

    public static async Task<DevTools> ConnectAsync(Uri address)
    {
        var tools = new DevTools();
        using var patience = new CancellationTokenSource(Patience);
        await tools._socket.ConnectAsync(address, patience.Token);
        tools._reading = Task.Run(tools.ReadAsync);
        return tools;
    }

    /// <summary>Sends a command and waits for its result.</summary>
    public async Task<JsonNode> SendAsync(string method, JsonObject? parameters = null, string? session = null)
    {
        int id = Interlocked.Increment(ref _last);
        var answer = _pending[id] = new TaskCompletionSource<JsonNode>(TaskCreationOptions.RunContinuationsAsynchronously);
        var command = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters ?? [] };
        if (session is not null)
        {
            command["sessionId"] = session;
        }

        await _socket.SendAsync(JsonSerializer.SerializeToUtf8Bytes(command), WebSocketMessageType.Text, true, _ending.Token);
        var result = await answer.Task.WaitAsync(Patience);
        return result["error"] is { } error ? throw new InvalidOperationException($"{method}: {error.ToJsonString()}")
            : result["result"]!;
    }

    /// <summary>Waits for an event.</summary>
    public async Task WaitForAsync(string method)
    {
        var started = TimeProvider.System.GetTimestamp();
        while (!Events.Any(e => e.Method == method))
        {
            (TimeProvider.System.GetElapsedTime(started) < Patience).ShouldBeTrue($"{method} must come");
            await Task.Delay(20);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        await _reading;
        _socket.Dispose();
        _ending.Dispose();
    }

    private async Task ReadAsync()
    {
        byte[] buffer = new byte[1 << 16];
        var message = new MemoryStream();
        try
        {
            while (true)
            {
                var part = await _socket.ReceiveAsync(buffer.AsMemory(), _ending.Token);
                message.Write(buffer, 0, part.Count);
                if (part.EndOfMessage)
                {
                    Take(JsonNode.Parse(message.ToArray())!);
                    message.SetLength(0);
                }
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or WebSocketException or JsonException)
        {
            foreach (var pending in _pending.Values)
            {
                pending.TrySetException(exception);
            }
        }
    }

    private void Take(JsonNode message)
    {
        if (message["id"] is { } id && _pending.TryRemove(id.GetValue<int>(), out var pending))
        {
            pending.TrySetResult(message);
        }
        else if (message["method"] is { } method)
        {
            Events.Enqueue((method.GetValue<string>(), message["params"]!));
        }
    }
}
