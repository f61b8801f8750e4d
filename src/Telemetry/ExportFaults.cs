using System.Diagnostics.Tracing;

namespace DbIngest.Telemetry;

/// <summary>
/// Reports why a collector does not take the exported data, at most once in the life of an <see cref="OtlpExport"/>, which owns
/// one. It listens to the event source of the exporter, which throws nothing. It calls its receiver on a thread of the exporter,
/// and its message must contain no credential.
/// </summary>
internal sealed class ExportFaults : EventListener
{
    private const string Exporter = "OpenTelemetry-Exporter-OpenTelemetryProtocol";

    private static readonly string FormatFault = typeof(FormatException).FullName!;

    private readonly Action<string> _say;
    private int _said;

    /// <param name="say">Receives the reason, at most once.</param>
    public ExportFaults(Action<string> say)
    {
        _say = say;

        // Sources that exist already were announced while the base was constructed, before there was a receiver.
        foreach (var source in EventSource.GetSources())
        {
            OnEventSourceCreated(source);
        }
    }

    /// <inheritdoc/>
    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Exporter)
        {
            EnableEvents(eventSource, EventLevel.Warning);
        }
    }

    /// <inheritdoc/>
    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (_say is not null && eventData.Level is EventLevel.Error or EventLevel.Warning
            && Interlocked.Exchange(ref _said, 1) == 0)
        {
            string reason = ReasonOf(eventData.Payload ?? []);
            _say!(reason.Length > 0 ? reason : eventData.EventName ?? "no reason given");
        }
    }

    /// <summary>Joins the first lines of an event's facts.</summary>
    /// <param name="facts">
    /// Addresses, answers, and exceptions as text. Of a <see cref="FormatException"/> only the type remains, because its text
    /// quotes a value that may be a credential.
    /// </param>
    internal static string ReasonOf(IEnumerable<object?> facts) => string.Join(": ", facts
        .Select(fact => fact?.ToString()?.Split('\n')[0].Trim() ?? string.Empty)
        .Where(fact => fact.Length > 0)
        .Select(fact => fact.StartsWith(FormatFault, StringComparison.Ordinal) ? FormatFault : fact));
}
