namespace DbIngest.Telemetry;

/// <summary>
/// How often metrics are exported, and how long a collector may take with the last ones. <c>SweepTelemetry</c> opens its
/// <see cref="OtlpExport"/> with <see cref="OfTrial"/>, <c>ServiceTelemetry</c> with <see cref="OfService"/>.
/// </summary>
/// <param name="Interval">Interval of exports.</param>
/// <param name="Patience">Longest wait at the end. Once it was in vain, later waits are shorter.</param>
public sealed record ExportPace(TimeSpan Interval, TimeSpan Patience)
{
    /// <summary>That of a trial. Its patience is the exporter's default: a busy machine needs it.</summary>
    public static ExportPace OfTrial { get; } = new(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(10));

    /// <summary>That of a service, which runs for months and whose end must not wait for long.</summary>
    public static ExportPace OfService { get; } = new(TimeSpan.FromSeconds(10), TimeSpan.FromSeconds(5));
}
