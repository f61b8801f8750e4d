using System.Net;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Via;
using DbIngest.Wire;
using DbIngest.Wire.Http;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>Load by HTTP/2: with the service's own server, whose windows, settings and heads are not ours.</summary>
public sealed class Http2ServiceTests : IDisposable
{
    private readonly FakeStore _store = new() { TellsAbsence = true };
    private readonly RunningService _service;

    public Http2ServiceTests() =>
        _service = new RunningService(_store, options => options with { IsHttp2 = true, TellsAbsence = true });

    public void Dispose() => _service.Dispose();

    [Fact]
    public void Operations_OfEachKind_AreThoseOfTheStore()
    {
        using var target = Over(_service.Address);
        using var writer = target.OpenWriter(3);
        var calls = (IRecordOperations)writer;

        // 8,000 records are 256 kB, more than the server takes before it has read some.
        for (int batch = 0; batch < 40; batch++)
        {
            writer.Write(BatchOf(3, batch * 8000, 8000));
        }

        _store.Rows.Count.ShouldBe(320_000);
        _store.Rows[(3, 319_999)].Values.ShouldBe([319_999, 0.5]);

        // 5,000 records are read by one request, whose answer has many frames.
        var window = new Sequences();
        calls.Scan(3, 100, 5000, window);
        window.Found.ShouldBe(Enumerable.Range(100, 5000).Select(sequence => (long)sequence));

        calls.Update(BatchOf(3, 7, 1, second: 2.5));
        _store.Rows[(3, 7)].Values.ShouldBe([7, 2.5]);
        calls.Delete(3, 7);
        calls.LastDeleteFound.ShouldNotBe(false);
        calls.Delete(3, 7);
        calls.LastDeleteFound.ShouldBe(false);
        var one = new Sequences();
        calls.Read(3, 7, one);
        calls.Read(3, 8, one);
        one.Found.ShouldBe([8L]);

        // A request that is refused leaves the connection as it is.
        Should.Throw<BatchWriteException>(() => writer.Write(BatchOf(99, 0, 1))).IsTransient.ShouldBeFalse();
        writer.Write(BatchOf(3, 7, 1));
    }

    [Fact]
    public void Service_ThatIsEnded_EndsTheConnectionAndNoMore()
    {
        using var store = new FakeStore();
        var service = new RunningService(store, options => options with { IsHttp2 = true });
        using var target = Over(service.Address);
        using var writer = target.OpenWriter(0);
        writer.Write(BatchOf(0, 0, 10));

        service.Dispose();

        var lost = Should.Throw<BatchWriteException>(() => writer.Write(BatchOf(0, 10, 10)));
        (lost.IsTransient, lost.IsAmbiguous).ShouldBe((true, false), lost.Message);
        store.Rows.Count.ShouldBe(10);
    }

    [Fact]
    public void Service_OfHttp11_IsNamed()
    {
        using var service = new RunningService(_store);
        using var target = Over(service.Address);
        Should.Throw<TargetException>(() => target.OpenWriter(0)).Message.ShouldContain("does not speak HTTP/2");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Encrypted_Service_SpeaksWhichVersionIsAskedFor(bool isHttp2)
    {
        using var certificate = SelfSigned();
        using var service = new RunningService(_store, options => options with { Certificate = certificate });
        using var connection = HttpConnection.Open(new IPEndPoint(IPAddress.Loopback, service.Address.Port), new()
        {
            Tls = new() { AcceptsAnyCertificate = true },
            IsHttp2 = isHttp2,
        });
        var ask = HttpRequest.Make("GET", "/v1/schema", connection);

        for (int i = 0; i < 3; i++)
        {
            connection.Ask(ask);
            connection.Text(100_000).ShouldContain("\"operations\"");
            connection.IsBroken.ShouldBeFalse();
        }
    }

    /// <summary>Clients trust the root alone, so that they need the certificate between it and the service's.</summary>
    [Fact]
    public async Task Encrypted_CertificateOfAnIntermediateAuthority_IsSentWithIt()
    {
        using var root = Issued("root", null, days: 3);
        using var intermediate = Issued("intermediate", root, days: 2);
        using var certificate = Issued("localhost", intermediate, days: 1);
        using var service = new RunningService(_store, options => options with
        {
            Certificate = certificate,
            CertificateChain = [certificate, intermediate],
        });
        using var client = new System.Net.Sockets.TcpClient();
        await client.ConnectAsync(IPAddress.Loopback, service.Address.Port);
        string[] sent = [];
        await using var stream = new SslStream(client.GetStream(), leaveInnerStreamOpen: false, (_, _, chain, _) =>
        {
            sent = [.. chain!.ChainPolicy.ExtraStore.Select(other => other.Subject)];
            return sent.Length > 0;
        });

        await stream.AuthenticateAsClientAsync("localhost");

        sent.ShouldContain("CN=intermediate");
    }

    [Fact]
    public void Encrypted_ServerOfHttp11_IsRefused()
    {
        using var certificate = SelfSigned();
        using var listener = new System.Net.Sockets.TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var server = Task.Run(async () =>
        {
            using var client = await listener.AcceptTcpClientAsync();
            await using var stream = new SslStream(client.GetStream());
            await stream.AuthenticateAsServerAsync(new SslServerAuthenticationOptions { ServerCertificate = certificate });
            await stream.WriteAsync("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"u8.ToArray());
        });

        Should.Throw<WireProtocolException>(() => HttpConnection.Open(listener.LocalEndpoint, new()
        {
            Tls = new() { AcceptsAnyCertificate = true },
            IsHttp2 = true,
        })).Message.ShouldContain("does not speak HTTP/2");
    }

    private static X509Certificate2 SelfSigned()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=localhost", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        using var made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pkcs12), null);
    }

    private static X509Certificate2 Issued(string name, X509Certificate2? issuer, int days)
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(name != "localhost", false, 0, true));
        var (from, to) = (DateTimeOffset.UtcNow.AddDays(-days), DateTimeOffset.UtcNow.AddDays(days));
        if (issuer is null)
        {
            return request.CreateSelfSigned(from, to);
        }

        using var issued = request.Create(issuer, from, to, RandomNumberGenerator.GetBytes(8));
        return issued.CopyWithPrivateKey(key);
    }

    private static ServiceClientTarget Over(Uri address) => new(new FakeStore(), TimeSpan.FromSeconds(20))
    {
        Service = new(address.GetLeftPart(UriPartial.Authority)) { IsHttp2 = true },
    };

    private static RecordBatch BatchOf(int source, long first, int count, double second = 0.5)
    {
        var batch = new RecordBatch(Schema, count);
        batch.Reset(source, first, count);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = first + row;
            batch.Qualities[row] = 0;
            batch.Column(0)[row] = first + row;
            batch.Column(1)[row] = second;
        }

        return batch;
    }

    private sealed class Sequences : IRecordReceiver
    {
        public List<long> Found { get; } = [];

        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) =>
            Found.Add(sequence);
    }
}
