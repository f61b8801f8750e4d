namespace DbIngest.Runner.Telemetry;

/// <summary>
/// Checks <c>OTEL_EXPORTER_OTLP_HEADERS</c>, for <see cref="SweepTelemetry"/> and for <c>ServeRequestReader</c>, before an
/// export is opened. Without the check the exporter throws at a value without '=', and quotes a credential that stands where a
/// name belongs. The variables of single signals, such as <c>OTEL_EXPORTER_OTLP_TRACES_HEADERS</c>, are not checked: the
/// exporter does not read them, because <c>OtlpExport</c> adds it to each signal.
/// </summary>
internal static class OtlpHeaders
{
    private const string Variable = "OTEL_EXPORTER_OTLP_HEADERS";

    /// <summary>The header that the exporter adds to every request, and refuses to be given.</summary>
    private const string Added = "User-Agent";

    /// <summary>Checks the value. The message of a refusal names the variable and nothing of its value.</summary>
    /// <param name="environment">Reads an environment variable.</param>
    /// <exception cref="UsageException">The exporter could not take the value.</exception>
    public static void Check(Func<string, string?> environment)
    {
        string? value = environment(Variable);
        if (!string.IsNullOrWhiteSpace(value) && !IsTaken(value))
        {
            throw new UsageException(
                $"--otlp: the variable {Variable} is no list NAME=VALUE,NAME=VALUE of HTTP headers; write for example "
                + "authorization=Bearer%20TOKEN.");
        }
    }

    /// <summary>Reads the value as the exporter does: percent signs first, then one header for each comma.</summary>
    private static bool IsTaken(string value)
    {
        string text = Uri.UnescapeDataString(value);
        text = text.EndsWith(',') ? text[..^1] : text;
        using var request = new HttpRequestMessage();
        var names = new HashSet<string>(StringComparer.Ordinal) { Added };
        try
        {
            foreach (string header in text.Split(','))
            {
                string[] parts = header.Split('=', 2);
                if (parts.Length < 2 || !names.Add(parts[0].Trim()))
                {
                    return false;
                }

                request.Headers.Add(parts[0].Trim(), parts[1].Trim());
            }
        }
        catch (Exception exception) when (exception is FormatException or ArgumentException or InvalidOperationException)
        {
            return false;
        }

        return true;
    }
}
