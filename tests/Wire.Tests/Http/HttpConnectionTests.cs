using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using DbIngest.Wire.Http;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Http;

public sealed class HttpConnectionTests
{
    private static readonly DnsEndPoint Somewhere = new("db.example.com", 9000);

    public static TheoryData<int> Pieces => [1, 2, 7, 100_000];

    [Theory]
    [MemberData(nameof(Pieces))]
    public void Ask_AnswersOfEachFraming_AreReadInTheirOrder(int piece)
    {
        using var connection = Answering(
            piece,
            "HTTP/1.1 204 OK\r\nServer: x\r\n\r\n"
            + "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length:  5 \r\n\r\nhello"
            + "HTTP/1.1 200 OK\r\nTransfer-Encoding: "
            + "Chunked\r\n\r\n5;name=value\r\nhello\r\n1A\r\nabcdefghijklmnopqrstuvwxyz\r\n0\r\nTrailer: x\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end");
        var request = HttpRequest.Make("GET", "/", connection);

        Text(connection, request).ShouldBe(string.Empty);
        Text(connection, request).ShouldBe("hello");
        Text(connection, request).ShouldBe("helloabcdefghijklmnopqrstuvwxyz");
        Text(connection, request).ShouldBe(string.Empty);
        Text(connection, request).ShouldBe("to the end");
        connection.IsBroken.ShouldBeTrue();
    }

    /// <summary>A second answer was taken as that of the next request.</summary>
    [Theory]
    [InlineData("HTTP/1.1 204 OK\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")]
    public void IsBroken_BytesBehindAnAnswer_IsTrueBeforeAnythingIsSent(string answer)
    {
        using var sound = Answering(100_000, answer);
        sound.Run(HttpRequest.Make("GET", "/", sound));
        sound.IsBroken.ShouldBeFalse();

        using var doubled = Answering(100_000, answer + answer);
        doubled.Run(HttpRequest.Make("GET", "/", doubled));
        doubled.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Ask_Refusal_HasStatusAndTextAndLeavesTheConnectionUsable()
    {
        using var connection = Answering(100_000, "HTTP/1.1 400 Bad request\r\nContent-Length: 7\r\n\r\nno such"
            + "HTTP/1.1 204 No Content\r\n\r\n");
        var request = HttpRequest.Make("GET", "/", connection);

        var refusal = Should.Throw<HttpStatusException>(() => connection.Ask(request));

        (refusal.Status, refusal.Text).ShouldBe((400, "no such"));
        connection.Run(request);
    }

    [Theory]
    [InlineData("HTTP/2 200\r\n\r\n")]
    [InlineData("SSH-2.0-OpenSSH\r\n\r\n")]
    [InlineData("HTTP/1.1 abc OK\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nnonsense\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n")]
    public void Ask_WhatIsNoAnswer_BreaksTheConnection(string answer)
    {
        using var connection = Answering(100_000, answer);
        Should.Throw<WireProtocolException>(() => Text(connection, HttpRequest.Make("GET", "/", connection)));
        connection.IsBroken.ShouldBeTrue();
    }

    [Theory]
    [InlineData("")]
    [InlineData("HTTP/1.1 20")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")]
    public void Ask_AnswerCutOff_IsALostConnection(string answer)
    {
        using var connection = Answering(100_000, answer);
        Should.Throw<ConnectionLostException>(() => Text(connection, HttpRequest.Make("GET", "/", connection))).AnySent
            .ShouldBeTrue();
        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Ask_EndlessHead_IsRefused()
    {
        using var connection = Answering(100_000, "HTTP/1.1 200 OK\r\nX: " + new string('x', 200_000));
        Should.Throw<WireProtocolException>(() => connection.Ask(HttpRequest.Make("GET", "/", connection)));
    }

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", "x")]
    [InlineData("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", "x")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "Trailer: x\r\n")]
    [InlineData("HTTP/1.1 500 Fault\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n")]
    [InlineData("HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n")]
    public void Ask_AnswerWithoutEnd_IsGivenUpWithinTheRequestsTime(string begin, string endlessly)
    {
        foreach (int piece in new[] { 1, 5, 4096 })
        {
            var server = new EndlessStream(begin, endlessly, piece, TimeSpan.FromMilliseconds(10));
            using var connection = Endless(server);

            var thrown = Should.Throw<WireException>(() => Text(connection, HttpRequest.Make("GET", "/", connection)));

            // A refusal counts as one, however long its text.
            (thrown is ConnectionLostException { IsTimeout: true } or HttpStatusException { Status: 500 })
                .ShouldBeTrue(thrown.ToString());
            connection.IsBroken.ShouldBeTrue();
            server.Clock.GetElapsedTime(0).ShouldBeLessThan(TimeSpan.FromSeconds(11));
        }
    }

    [Fact]
    public void ReadLong_BodyLongerThanTheRequestsTime_IsReadAsLongAsItFlows()
    {
        var server = new EndlessStream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            $"4000\r\n{new string('x', 16_384)}\r\n", 16_384, TimeSpan.FromMilliseconds(50));
        using var connection = Endless(server);
        connection.Ask(HttpRequest.Make("GET", "/", connection));
        byte[] room = new byte[65_536];
        for (int read = 0; read < 24 << 20;)
        {
            int count = connection.ReadLong(room);
            count.ShouldBeGreaterThan(0);
            read += count;
        }

        server.Clock.GetElapsedTime(0).ShouldBeGreaterThan(TimeSpan.FromSeconds(60));
    }

    [Fact]
    public void ReadLong_AByteNowAndThen_IsGivenUp()
    {
        using var connection = Endless(
            new EndlessStream("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n", 1,
            TimeSpan.FromMilliseconds(10)));
        connection.Ask(HttpRequest.Make("GET", "/", connection));
        byte[] room = new byte[4096];
        Should.Throw<ConnectionLostException>(() =>
        {
            while (connection.ReadLong(room) > 0)
            {
                // A byte.
            }
        }).IsTimeout.ShouldBeTrue();
    }

    [Fact]
    public void Make_EndOfLineInAPart_IsRefusedWithoutRepeatingIt()
    {
        using var connection = Answering(1, string.Empty,
            new HttpConnectionOptions { Authorization = () => HttpConnectionOptions.Bearer("s3cret\r\nX: y") });
        Should.Throw<ArgumentException>(() => HttpRequest.Make("GET", "/", connection)).Message.ShouldNotContain("s3cret");
        Should.Throw<ArgumentException>(() => HttpRequest.Make("GET", "/a b", connection));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(10, false)]
    [InlineData(3_000_000, false)]
    [InlineData(3_000_000, true)]
    public async Task Ask_ABody_ArrivesWholeWithItsCredentials(int bytes, bool isEncrypted)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var certificate = Certificate();
        byte[] body = RandomNumberGenerator.GetBytes(bytes);
        var served = Task.Run(() => Serve(listener, isEncrypted ? certificate : null, requests: 2));
        var options = new HttpConnectionOptions
        {
            RequestTimeout = TimeSpan.FromSeconds(30),
            Authorization = static () => HttpConnectionOptions.Basic("Aladdin", "open sesame"),
            Tls = isEncrypted ? new TlsOptions { Authorities = [certificate], ChecksName = false } : null,
        };
        using (var connection = HttpConnection.Open((IPEndPoint)listener.LocalEndpoint, options))
        {
            var request = HttpRequest.Make("POST", HttpRequest.Target("/write", ("db", "a b&c"), ("none", null)), connection);
            connection.Run(request, body);
            connection.IsBroken.ShouldBeFalse();
            connection.Run(request, body);
        }

        foreach (var (head, received) in await served)
        {
            head.ShouldStartWith("POST /write?db=a%20b%26c HTTP/1.1\r\nHost: 127.0.0.1:");
            head.ShouldContain("\r\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n");
            received.ShouldBe(body);
        }
    }

    /// <summary>What had arrived of a body without a length passed as the whole body.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Read_BodyWithoutLengthOnABrokenConnection_IsALostConnection(bool isReset)
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var cancellation = new CancellationTokenSource();
        using var connection = HttpConnection.Open((IPEndPoint)listener.LocalEndpoint,
            new HttpConnectionOptions { Cancellation = cancellation.Token });
        using var server = listener.AcceptSocket();
        connection.Send(HttpRequest.Make("GET", "/", connection));
        byte[] room = new byte[4096];
        server.Receive(room);
        server.Send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\npart"u8);
        connection.ReceiveHead();
        connection.Read(room).ShouldBe(4);

        if (isReset)
        {
            server.LingerState = new LingerOption(enable: true, 0);
            server.Dispose();
        }
        else
        {
            cancellation.CancelAfter(TimeSpan.FromMilliseconds(50));
        }

        Should.Throw<ConnectionLostException>(() => connection.Read(room)).AnySent.ShouldBeTrue();
        connection.IsBroken.ShouldBeTrue();
    }

    /// <summary>The answer was left unread, and the refusal passed as a lost connection, which is tried again.</summary>
    [Fact]
    public async Task Ask_BodyRefusedBeforeItIsRead_HasTheServersStatusAndText()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var served = Task.Run(() =>
        {
            // Bytes that the server has not read reset the connection when it is disposed.
            using var server = listener.AcceptSocket();
            server.Receive(new byte[1024]);
            server.Send("HTTP/1.1 413 Too large\r\nConnection: close\r\nContent-Length: 8\r\n\r\ntoo long"u8);
            server.Shutdown(SocketShutdown.Send);
            Thread.Sleep(200);
        });
        using var connection = HttpConnection.Open((IPEndPoint)listener.LocalEndpoint, new HttpConnectionOptions());

        var refusal = Should.Throw<HttpStatusException>(
            () => connection.Ask(HttpRequest.Make("POST", "/write", connection), new byte[64 << 20]));

        (refusal.Status, refusal.Text).ShouldBe((413, "too long"));
        connection.IsBroken.ShouldBeTrue();
        await served;
    }

    [Fact]
    public async Task IsBroken_ServerThatClosedMeanwhile_IsTrueBeforeAnythingIsSent()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var served = Task.Run(() => Serve(listener, null, requests: 1));
        using var connection = HttpConnection.Open((IPEndPoint)listener.LocalEndpoint, new HttpConnectionOptions());
        connection.Run(HttpRequest.Make("GET", "/", connection));
        await served;

        SpinWait.SpinUntil(() => connection.IsBroken, TimeSpan.FromSeconds(30)).ShouldBeTrue();
    }

    /// <summary>Kestrel answers a host with a zone by status 400.</summary>
    [Fact]
    public void Host_AddressWithAZone_HasNoZone()
    {
        var server = new IPEndPoint(new IPAddress(IPAddress.Parse("fe80::1").GetAddressBytes(), scopeid: 2), 8480);
        using var connection = HttpConnection.Of(server, new MemoryStream(), new HttpConnectionOptions());

        connection.Host.ShouldBe("[fe80::1]:8480");
    }

    [Fact]
    public void Open_CertificateThatNobodyTrusts_IsRefused()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var certificate = Certificate();
        var served = Task.Run(() => Record.Exception(() => Serve(listener, certificate, requests: 1)));
        Should.Throw<ConnectionLostException>(() =>
            HttpConnection.Open((IPEndPoint)listener.LocalEndpoint, new HttpConnectionOptions { Tls = new TlsOptions() }));
    }

    private static HttpConnection Answering(int piece, string answers, HttpConnectionOptions? options = null) =>
        HttpConnection.Of(Somewhere, new ScriptedStream(Encoding.ASCII.GetBytes(answers), piece), options
            ?? new HttpConnectionOptions());

    private static HttpConnection Endless(EndlessStream server) =>
        HttpConnection.Of(Somewhere, server,
            new HttpConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(10), Clock = server.Clock });

    private static string Text(HttpConnection connection, HttpRequest request)
    {
        connection.Ask(request, "body"u8);
        return connection.Text();
    }

    private static List<(string Head, byte[] Body)> Serve(TcpListener listener, X509Certificate2? certificate, int requests)
    {
        using var client = listener.AcceptTcpClient();
        using Stream stream = certificate is null ? client.GetStream() : new SslStream(client.GetStream());
        (stream as SslStream)?.AuthenticateAsServer(certificate!);
        var received = new List<(string, byte[])>();
        for (int i = 0; i < requests; i++)
        {
            var head = new StringBuilder();
            while (!head.ToString().EndsWith("\r\n\r\n", StringComparison.Ordinal))
            {
                head.Append((char)stream.ReadByte());
            }

            string length = head.ToString().Split("Content-Length: ")[1];
            byte[] body = new byte[int.Parse(length.Trim(), System.Globalization.CultureInfo.InvariantCulture)];
            stream.ReadExactly(body);
            received.Add((head.ToString(), body));
            stream.Write("HTTP/1.1 204 No Content\r\n\r\n"u8);
        }

        return received;
    }

    private static X509Certificate2 Certificate()
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest("CN=server", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(
            new X509BasicConstraintsExtension(certificateAuthority: true, false, 0, critical: true));
        using var made = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        return X509CertificateLoader.LoadPkcs12(made.Export(X509ContentType.Pfx), null);
    }
}
