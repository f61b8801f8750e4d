namespace DbIngest.Telemetry;

/// <summary>
/// How often metrics are exported, and how long a collector may take with the last ones. <c>SweepTelemetry</c> opens its
/// <see cref="OtlpExport"/> with <see cref="OfTrial"/>, <c>ServiceTelemetry</c> with <see cref="OfService"/>.
/// </summary>
/// <param name="Interval">Interval of exports.</param>
/// <param name="Patience">Longest wait at the end. After a wait that timed out, later waits are shorter.</param>
public sealed record ExportPace(TimeSpan Interval, TimeSpan Patience)
{
    /// <summary>The pace of a trial. Its patience is the exporter's default, which a busy machine needs.</summary>
    public static ExportPace OfTrial { get; } = new(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10));

    /// <summary>The pace of a service, which runs for months and must not wait long at its end.</summary>
    public static ExportPace OfService { get; } = new(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(5));
}
