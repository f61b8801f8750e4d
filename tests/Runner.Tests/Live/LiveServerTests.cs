using System.Net;
using System.Net.Sockets;
using System.Text;
using DbIngest.Live;

namespace DbIngest.Runner.Tests.Live;

public sealed class LiveServerTests : IDisposable
{
    private readonly LiveServer _server = LiveServer.Start(new IPEndPoint(IPAddress.Loopback, 0), "<p>page</p>");

    [Theory]
    [InlineData("127.0.0.1", 200)]
    [InlineData("localhost:1234", 200)]
    [InlineData("[::1]:8481", 200)]
    [InlineData("rebound.example", 403)]
    [InlineData("192.0.2.1:8481", 403)]
    public void Request_WithAHostHeader_IsAnsweredForItsOwnAlone(string host, int status) =>
        StatusOf($"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").ShouldBe(status);

    [Theory]
    [InlineData("Sec-Fetch-Site: cross-site", 403)]
    [InlineData("Sec-Fetch-Site: same-site", 403)]
    [InlineData("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate", 200)]
    [InlineData("Sec-Fetch-Site: same-origin", 200)]
    [InlineData("Origin: http://evil.example", 403)]
    [InlineData("Origin: null", 403)]
    [InlineData("Origin: http://127.0.0.1", 200)]
    public void Request_OfAnotherSite_IsRefused(string header, int status) =>
        StatusOf($"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}\r\nConnection: close\r\n\r\n").ShouldBe(status);

    [Theory]
    [InlineData("POST / HTTP/1.1", 405)]
    [InlineData("GET /../etc/passwd HTTP/1.1", 404)]
    [InlineData("GET /favicon.ico HTTP/1.1", 204)]
    public void Request_OfSomethingElse_IsRefused(string line, int status) =>
        StatusOf($"{line}\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").ShouldBe(status);

    [Fact]
    public async Task Events_ForALateReader_BeginWithTheLatestState()
    {
        _server.Publish("a", "old");
        _server.Publish("a", "<b>new</b>");
        _server.Publish("b", "two\nlines");
        using var client = new HttpClient();
        using var stream = new StreamReader(await client.GetStreamAsync(new Uri(_server.Address, "events")));
        string seen = await ReadUntilAsync(stream, "lines");
        seen.ShouldNotContain("old");
        seen.ShouldContain("new");
        seen.ShouldContain("two\\nlines");

        _server.Publish("a", "later");
        (await ReadUntilAsync(stream, "later")).ShouldNotContain("two", Case.Sensitive, "it has not changed");
        _server.End("report", "the whole report", TimeSpan.FromSeconds(60));
        (await ReadUntilAsync(stream, "the whole report")).ShouldContain("event: report");
        (await stream.ReadToEndAsync()).ShouldBe("\n", "nothing follows");
    }

    [Fact]
    public async Task End_WaitsUntilEachReaderHasIt()
    {
        using var client = new HttpClient();
        using var stream = new StreamReader(await client.GetStreamAsync(new Uri(_server.Address, "events")));
        await ReadUntilAsync(stream, "retry");
        _server.Browsers.ShouldBe(1);
        string text = new('x', 5_000_000);
        var reading = Task.Run(() => ReadUntilAsync(stream, "data:"));
        _server.End("report", text, TimeSpan.FromSeconds(60));
        (await reading).Length.ShouldBeGreaterThan(text.Length);
        _server.Browsers.ShouldBe(0);
    }

    [Fact]
    public void Start_OnAPortInUse_Throws() =>
        Should.Throw<IOException>(() => LiveServer.Start(new IPEndPoint(IPAddress.Loopback, _server.Address.Port), "page"));

    public void Dispose() => _server.Dispose();

    private static async Task<string> ReadUntilAsync(StreamReader stream, string text)
    {
        var seen = new StringBuilder();
        do
        {
            seen.AppendLine(await stream.ReadLineAsync().WaitAsync(TimeSpan.FromSeconds(60)));
        }
        while (!seen.ToString().Contains(text, StringComparison.Ordinal));
        return seen.ToString();
    }

    private int StatusOf(string request)
    {
        using var client = new TcpClient();
        client.Connect(IPAddress.Loopback, _server.Address.Port);
        using var stream = client.GetStream();
        stream.Write(Encoding.ASCII.GetBytes(request));
        using var answer = new StreamReader(stream);
        return int.Parse(answer.ReadLine()!.Split(' ')[1], null);
    }
}
