using DbIngest.Wire.Tests.Tds;
using Microsoft.Data.SqlClient;

namespace DbIngest.Tds.Endpoint.Tests;

/// <summary>
/// The driver and the vendor's mock of their protocol: what our own client does there, and the endpoint in its place, they do as
/// well.
/// </summary>
[Needs("tds-mock")]
public sealed class MockTests
{
    [Theory]
    [InlineData("none", "Encrypt=false")]
    [InlineData("optional", "Encrypt=true;TrustServerCertificate=true")]
    [InlineData("strict", "Encrypt=strict;ServerCertificate=FILE")]
    public void Open_ByTheDriver_IsLetIn(string mode, string how)
    {
        using var certificate = TdsCertificates.Make("localhost");
        string file = Path.GetTempFileName();
        File.WriteAllText(file, certificate.ExportCertificatePem());
        using var mock = new TdsMock(mode, mode == "none" ? null : certificate);
        using var connection = new SqlConnection(
            $"Data Source=localhost,{mock.Port};User "
            + $"ID=sa;Password=x;Pooling=false;ConnectRetryCount=0;{how.Replace("FILE", file, StringComparison.Ordinal)}");

        // Not more: the end of the mock's answers to queries is not what the driver takes for one.
        connection.Open();

        connection.State.ShouldBe(System.Data.ConnectionState.Open);
        File.Delete(file);
    }
}
