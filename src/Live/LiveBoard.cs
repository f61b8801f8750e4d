using System.Text.Encodings.Web;
using System.Text.Json;

namespace DbIngest.Live;

/// <summary>
/// Keeps the latest state of each part of the live page and wakes the connections that wait for a newer state.
/// <see cref="LiveServer"/> owns the board, publishes to it and sends each browser the parts that changed. It keeps no queue per
/// browser: a slow browser misses states in between but never the last state. Thread-safe.
/// </summary>
internal sealed class LiveBoard
{
    /// <summary>Escapes no markup, since the JSON is sent as a line of an event and never as a part of a page.</summary>
    private static readonly JsonSerializerOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private readonly Lock _lock = new();
    private readonly Dictionary<string, LivePart> _parts = new(StringComparer.Ordinal);
    private TaskCompletionSource _changed = NewSignal();
    private (string Event, string Json)? _end;
    private long _version;

    /// <summary>Replaces a part.</summary>
    /// <param name="id">Id of the element whose content it is.</param>
    /// <param name="markup">Trusted markup.</param>
    public void Publish(string id, string markup)
    {
        string json = JsonSerializer.Serialize(new Dictionary<string, string> { ["id"] = id, ["html"] = markup }, Plain);
        lock (_lock)
        {
            _parts[id] = new LivePart(++_version, json);
            Signal();
        }
    }

    /// <summary>Sets the last event of the page. Only the first call counts. The caller publishes no part after it.</summary>
    /// <param name="name">Name of the event.</param>
    /// <param name="text">Its text.</param>
    public void End(string name, string text)
    {
        lock (_lock)
        {
            _end ??= (name, JsonSerializer.Serialize(text, Plain));
            Signal();
        }
    }

    /// <summary>Returns the parts that changed since a browser last asked.</summary>
    /// <param name="seen">The version up to which the browser has seen all. The call advances it.</param>
    /// <param name="end">The last event. Null until <see cref="End"/> is called.</param>
    /// <param name="changed">Completes with the next change.</param>
    public IReadOnlyList<LivePart> Newer(ref long seen, out (string Event, string Json)? end, out Task changed)
    {
        lock (_lock)
        {
            long from = seen;
            seen = _version;
            (end, changed) = (_end, _changed.Task);
            return [.. _parts.Values.Where(part => part.Version > from).OrderBy(part => part.Version)];
        }
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private void Signal()
    {
        var signal = _changed;
        _changed = NewSignal();
        signal.SetResult();
    }
}
