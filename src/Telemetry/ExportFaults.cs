using System.Diagnostics.Tracing;

namespace DbIngest.Telemetry;

/// <summary>
/// Says once that a collector does not take what is exported. The exporter itself never throws and tells failures to its event
/// source alone. <see cref="OtlpExport"/> owns one.
/// </summary>
internal sealed class ExportFaults : EventListener
{
    private const string Exporter = "OpenTelemetry-Exporter-OpenTelemetryProtocol";

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
            string[] facts = [.. (eventData.Payload ?? []).Select(fact => fact?.ToString()?.Split('\n')[0].Trim() ?? string.Empty)
                .Where(fact => fact.Length > 0)];
            _say!(facts.Length > 0 ? string.Join(": ", facts) : eventData.EventName ?? "no reason given");
        }
    }
}
