using System.Diagnostics.Metrics;
using DbIngest.Service.Stores;

namespace DbIngest.Service.Observing;

/// <summary>
/// Publishes the counts of the service as instruments that an exporter reads. <c>GET /metrics</c> has the same numbers, and more.
/// The instruments cost nothing without a listener. <c>ServiceHost</c> owns one object and disposes it last, so that a last
/// export sees the final numbers. The exporter reads them on its own thread while requests run. Names of instruments are
/// published and must not change.
/// </summary>
internal sealed class ServiceInstruments : IDisposable
{
    /// <summary>Name of the meter.</summary>
    public const string Name = "DbIngest.Service";

    private const string StatusTag = "http.response.status_code";

    private readonly Meter _meter = new(Name);

    /// <param name="metrics">The counts of the service.</param>
    /// <param name="admission">The bytes and rows that the service holds.</param>
    /// <param name="waiting">Returns how many requests wait for a session of the store. The exporter's thread calls it.</param>
    public ServiceInstruments(ServiceMetrics metrics, Admission admission, Func<int> waiting)
    {
        _meter.CreateObservableCounter("dbingest.service.answers", () => metrics.Answers.Select(answer =>
            new Measurement<long>(answer.Count, new KeyValuePair<string, object?>(StatusTag, answer.Status))), "{answer}",
            "Requests answered, by status code.");
        _meter.CreateObservableCounter("dbingest.service.records", () => metrics.Records, "{record}",
            "Records that the store acknowledged.");
        _meter.CreateObservableCounter("dbingest.service.records_sent_again", () => metrics.SentAgain, "{record}",
            "Records of requests that were stored before.");
        _meter.CreateObservableGauge("dbingest.service.queue_rows", () => admission.Rows, "{record}",
            "Rows that wait for the store or are being written.");
        _meter.CreateObservableGauge("dbingest.service.queue_bytes", () => admission.Bytes, "By",
            "Bytes of bodies that wait for the store or are being written.");
        _meter.CreateObservableGauge("dbingest.service.queue_requests", waiting, "{request}",
            "Requests that wait for a thread of the store.");
    }

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}
