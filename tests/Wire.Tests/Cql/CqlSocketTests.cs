using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Wire.Cql;
using DbIngest.Wire.Cql.Errors;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Cql;

/// <summary>Over real sockets: passwords, certificates, silence.</summary>
public sealed class CqlSocketTests
{
    private const string Secret = "pa\u00dfword";

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void Open_RightPassword_IsLetIn(int version)
    {
        using var node = new FakeCqlNode { Password = Secret };
        using var connection = CqlConnection.Open(node.Server, With(version) with { Credentials = new("me", () => Secret) });
        connection.Query("USE x").ShouldBeEmpty();
    }

    [Theory]
    [InlineData(4)]
    [InlineData(5)]
    public void Open_WrongPassword_IsRefusedWithoutNamingIt(int version)
    {
        using var node = new FakeCqlNode { Password = Secret };
        var error = Should.Throw<CqlServerException>(
            () => CqlConnection.Open(node.Server, With(version) with { Credentials = new("me", () => "guess") }));
        error.Code.ShouldBe(CqlErrorCode.AuthenticationError);
        error.ToString().ShouldNotContain("guess");
    }

    [Fact]
    public void Open_NoPassword_SaysThatOneIsNeeded()
    {
        using var node = new FakeCqlNode { Password = Secret };
        Should.Throw<CqlServerException>(() => CqlConnection.Open(node.Server, With(5))).Message
            .ShouldContain("PasswordAuthenticator");
    }

    [Fact]
    public void Open_CertificateOfATrustedAuthority_IsEncrypted()
    {
        using var certificate = Certificate("localhost");
        using var node = new FakeCqlNode { Certificate = certificate };
        using var connection = CqlConnection.Open(
            node.Server, With(5) with
            {
                Tls =
                new() { TrustsMachineToo = true, Authorities = [certificate], ServerName = "localhost" }
            });
        connection.Query("USE x").ShouldBeEmpty();
    }

    [Fact]
    public void Open_UnknownCertificate_IsRefused()
    {
        using var certificate = Certificate("localhost");
        using var node = new FakeCqlNode { Certificate = certificate };
        Should.Throw<ConnectionLostException>(() =>
            CqlConnection.Open(node.Server, With(5) with { Tls = new() { ServerName = "localhost" } }));
        using var connection = CqlConnection.Open(node.Server, With(5) with { Tls = new() { AcceptsAnyCertificate = true } });
        connection.Version.ShouldBe(5);
    }

    [Fact]
    public void Open_CertificateOfAnotherServer_IsRefused()
    {
        using var certificate = Certificate("elsewhere");
        using var node = new FakeCqlNode { Certificate = certificate };
        Should.Throw<ConnectionLostException>(() => CqlConnection.Open(
            node.Server, With(5) with
            {
                Tls =
                new() { TrustsMachineToo = true, Authorities = [certificate], ServerName = "localhost" }
            }));
    }

    [Fact]
    public void Query_SilentServer_EndsInTime()
    {
        using var node = new FakeCqlNode { IsSilent = true };
        using var connection = CqlConnection.Open(node.Server, With(5) with { RequestTimeout = TimeSpan.FromSeconds(2) });
        Should.Throw<ConnectionLostException>(() => connection.Query("USE x")).IsTimeout.ShouldBeTrue();
        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Open_NobodyListens_SaysWhere()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var server = (IPEndPoint)listener.LocalEndpoint;
        listener.Stop();
        Should.Throw<ConnectionLostException>(() => CqlConnection.Open(server, With(5))).Message.ShouldContain(server.ToString());
    }

    [Fact]
    public void Dispose_WhileAnotherThreadWaits_EndsTheWait()
    {
        using var node = new FakeCqlNode { IsSilent = true };
        var connection = CqlConnection.Open(node.Server, With(5));
        Exception? ended = null;
        var waiting = new Thread(() => ended = Record.Exception(connection.ReceiveEvent));
        waiting.Start();
        Thread.Sleep(100);
        connection.Dispose();
        waiting.Join(TimeSpan.FromSeconds(30)).ShouldBeTrue();
        ended.ShouldBeOfType<ConnectionLostException>();
    }

    private static CqlConnectionOptions With(int version) =>
        new() { Version = version, RequestTimeout = TimeSpan.FromSeconds(60) };

    private static X509Certificate2 Certificate(string name)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        var now = DateTimeOffset.UtcNow;
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(certificate.Export(X509ContentType.Pkcs12), password: null);
    }
}
