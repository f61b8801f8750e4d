using DbIngest.Runner.Telemetry;
using DbIngest.Telemetry;

namespace DbIngest.Runner.Tests.Telemetry;

/// <summary>
/// What <c>OTEL_EXPORTER_OTLP_HEADERS</c> may be: a list of OpenTelemetry's specification of the OTLP exporter, whose names are
/// tokens and whose values are field values of HTTP (RFC 9110, sections 5.1 and 5.5).
/// </summary>
public class OtlpHeadersTests
{
    [Theory]
    [InlineData(null)]
    [InlineData(" ")]
    [InlineData("authorization=Bearer%20opensesame==")]
    [InlineData("x-key = opensesame , x-tenant = 7,")]
    public void Check_AListOfHeaders_IsTaken(string? value) => Should.NotThrow(() => OtlpHeaders.Check(_ => value));

    [Theory]
    [InlineData("opensesame")]
    [InlineData("Authorization: Bearer opensesame")]
    [InlineData("Bearer opensesame==")]
    [InlineData("x-tenant=7,opensesame")]
    [InlineData("x-tenant=7,,x-key=opensesame")]
    [InlineData("=opensesame")]
    [InlineData("x-key=opensesame,x-key=opensesame")]
    [InlineData("User-Agent=opensesame")]
    [InlineData("Content-Type=opensesame")]
    [InlineData("x-key=open%0Asesame")]
    public void Open_WithAnotherValue_NamesTheVariableAlone(string value)
    {
        string message = Should.Throw<UsageException>(() => SweepTelemetry.Open(
            "http://127.0.0.1:4318", name => name == "OTEL_EXPORTER_OTLP_HEADERS" ? value : null, _ => { },
            CancellationToken.None)).Message;
        message.ShouldStartWith("--otlp: the variable OTEL_EXPORTER_OTLP_HEADERS ");
        message.ShouldNotContain("sesame");
    }

    [Fact]
    public void Reason_OfAFormat_IsItsTypeAlone() => ExportFaults.ReasonOf(
        ["http://collector:4318/v1/traces", "System.FormatException: The header name 'Bearer opensesame' is invalid.\n   at Add()"])
        .ShouldBe("http://collector:4318/v1/traces: System.FormatException");

    [Fact]
    public void Reason_OfAnythingElse_IsTheFirstLineOfEachFact() => ExportFaults.ReasonOf(
        ["http://collector:4318/v1/traces", null, "", "System.Net.Http.HttpRequestException: Connection refused\n   at Send()"])
        .ShouldBe("http://collector:4318/v1/traces: System.Net.Http.HttpRequestException: Connection refused");
}
