namespace DbIngest.Runner.Telemetry;

/// <summary>
/// Reads the value of <c>--otlp</c>, for <see cref="SweepTelemetry"/> at the start of a run and for <c>ServeRequestReader</c>.
/// It refuses an address with credentials, which belong in an environment variable, and never repeats a value with an <c>@</c>
/// in a message.
/// </summary>
internal static class OtlpAddress
{
    /// <summary>Reads the value.</summary>
    /// <param name="text">The value of the option.</param>
    /// <exception cref="UsageException">The value is no address of a collector.</exception>
    public static Uri Of(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var endpoint) || endpoint.Scheme is not ("http" or "https")
            || endpoint.Host.Length == 0)
        {
            string value = text.Contains('@', StringComparison.Ordinal) ? "the value" : $"'{text}'";
            throw new UsageException(
                $"--otlp: {value} is not the address of a collector; write http://collector:4318, where it takes OTLP/HTTP.");
        }

        return endpoint is { UserInfo.Length: 0, Query.Length: 0, Fragment.Length: 0 } ? endpoint
            : throw new UsageException(
                "--otlp: the address carries a user, a query or a fragment; leave it out, and give credentials by the variable "
                + "OTEL_EXPORTER_OTLP_HEADERS.");
    }
}
