using System.Net;
using System.Text;
using DbIngest.Wire.Http;
using DbIngest.Wire.Tests.Fakes;

namespace DbIngest.Wire.Tests.Http;

/// <summary>Answers by scripted frames. Against a real server: <c>Http2ServiceTests</c>.</summary>
public sealed class Http2FramingTests
{
    private const string Settings = "000000" + "04" + "00" + "00000000";

    // :status 200, by the static table; content-type without a value.
    private const string Ok = "88" + "0f10" + "00";

    private static readonly DnsEndPoint Somewhere = new("db.example.com", 8480);

    public static TheoryData<int> Pieces => [1, 2, 7, 100_000];

    [Theory]
    [MemberData(nameof(Pieces))]
    public void Ask_AnswersOfEachForm_AreReadInTheirOrder(int piece)
    {
        using var connection = Answering(
            piece,

            // No body.
            Frame("01", "05", 1, "89"),

            // A head of 100 first, a head in two frames, data in three with padding, of which the last is empty.
            Frame("01", "04", 3, "0803313030"), Frame("01", "00", 3, "88"), Frame("09", "04", 3, "0f1000"),
            Frame("00", "08", 3, "02" + Hex("hel") + "0000"), Frame("00", "00", 3, Hex("lo")), Frame("00", "01", 3, ""),

            // Settings, a ping, a window and an unknown frame between, and a padded head with a priority; trailers end it.
            Frame("04", "00", 0, "000400010000"), Frame("06", "00", 0, "0102030405060708"), Frame("08", "00", 0, "00000010"),
            Frame("ff", "ff", 0, "0102"), Frame("01", "2c", 5, "01" + "0000000000" + Ok + "00"),
            Frame("00", "00", 5, Hex("again")), Frame("01", "05", 5, "000161" + "0162"));
        var request = HttpRequest.Make("POST", "/", connection);

        Text(connection, request).ShouldBe(string.Empty);
        connection.Status.ShouldBe(204);
        Text(connection, request).ShouldBe("hello");
        connection.Status.ShouldBe(200);
        Text(connection, request).ShouldBe("again");
        connection.IsBroken.ShouldBeFalse();
    }

    [Fact]
    public void Ask_Refusal_HasStatusAndTextAndLeavesTheConnectionUsable()
    {
        using var connection = Answering(100_000, Frame("01", "04", 1, "8c"), Frame("00", "01", 1, Hex("no such")),
            Frame("01", "05", 3, "88"));
        var request = HttpRequest.Make("GET", "/", connection);

        var refusal = Should.Throw<HttpStatusException>(() => connection.Ask(request));

        (refusal.Status, refusal.Text).ShouldBe((400, "no such"));
        connection.Run(request);
    }

    [Theory]
    [InlineData(2, true)]
    [InlineData(7, false)]
    public void Ask_StreamReset_SaysWhetherTheServerMayHaveActed(int reason, bool anySent)
    {
        using var connection = Answering(100_000, Frame("03", "00", 1, reason.ToString("x8", null)));
        var request = HttpRequest.Make("POST", "/", connection);

        Should.Throw<ConnectionLostException>(() => connection.Run(request, "body"u8)).AnySent.ShouldBe(anySent);
        connection.IsBroken.ShouldBeTrue();
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(1, true)]
    public void Ask_ServerGoesAway_SaysWhetherItTookTheRequest(int last, bool answers)
    {
        using var connection = Answering(100_000, Frame("07", "00", 0, last.ToString("x8", null) + "00000000"),
            Frame("01", "05", 1, "88"));
        var request = HttpRequest.Make("POST", "/", connection);

        if (answers)
        {
            connection.Run(request, "body"u8);
        }
        else
        {
            Should.Throw<ConnectionLostException>(() => connection.Run(request, "body"u8)).AnySent.ShouldBeFalse();
        }

        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Ask_AnsweredBeforeTheWholeBody_EndsTheConnectionAfterTheAnswer()
    {
        using var connection = Answering(100_000, Frame("01", "05", 1, "8c"));
        var request = HttpRequest.Make("POST", "/", connection);

        Should.Throw<HttpStatusException>(() => connection.Run(request, new byte[70_000])).Status.ShouldBe(400);
        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Ask_CutInTheBody_IsALossAfterWhichAnythingMayHaveHappened()
    {
        using var connection = Answering(100_000, Frame("01", "04", 1, "88"), Frame("00", "00", 1, Hex("hal")));
        var request = HttpRequest.Make("POST", "/", connection);

        Should.Throw<ConnectionLostException>(() => Text(connection, request)).AnySent.ShouldBeTrue();
    }

    [Theory]
    [InlineData("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")]
    [InlineData("SSH-2.0-OpenSSH\r\n")]
    public void Open_ServerOfAnotherProtocol_IsNamed(string answer) =>
        Should.Throw<WireProtocolException>(() => HttpConnection.Of(
            Somewhere,
            new ScriptedStream(Encoding.ASCII.GetBytes(answer)),
            new HttpConnectionOptions { IsHttp2 = true })).Message.ShouldContain("does not speak HTTP/2");

    [Theory]
    [InlineData("01", "05", "be")]
    [InlineData("01", "05", "")]
    [InlineData("00", "01", "61")]
    [InlineData("05", "04", "0000000288")]
    [InlineData("01", "0d", "ff88")]
    public void Ask_DamagedFrame_IsRefusedAndBreaksTheConnection(string type, string flags, string payload)
    {
        using var connection = Answering(100_000, Frame(type, flags, 1, payload));
        var request = HttpRequest.Make("GET", "/", connection);

        Should.Throw<WireProtocolException>(() => connection.Run(request));
        connection.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Ask_FrameLongerThanAgreed_IsRefused()
    {
        using var connection = Answering(100_000, "004001" + "00" + "00" + "00000001");
        var request = HttpRequest.Make("GET", "/", connection);

        Should.Throw<WireProtocolException>(() => connection.Run(request)).Message.ShouldContain("16 KiB");
    }

    /// <summary>
    /// The second answer is half received when the connection reports 512 MiB, of which most are of the first. A window beyond
    /// 2^31-1 is an error by which a server ends the connection.
    /// </summary>
    [Fact]
    public void Read_LongAnswers_EachWindowIsOpenedByItsOwnBytes()
    {
        const int FramesPerMib = 64;
        const int Report = 1 << 29;
        using var server = new WindowedServer(300 * FramesPerMib, 600 * FramesPerMib);
        using var connection = HttpConnection.Of(Somewhere, server, new HttpConnectionOptions { IsHttp2 = true });
        var request = HttpRequest.Make("GET", "/", connection);
        byte[] room = new byte[64 * 1024];
        long received = 0;
        for (int answer = 0; answer < 2; answer++)
        {
            connection.Ask(request);
            for (int count; (count = connection.ReadLong(room)) > 0;)
            {
                received += count;
            }
        }

        received.ShouldBe(900L << 20);
        server.LargestWindow.ShouldBe(int.MaxValue);
        server.Updates.ShouldBe([(0, Report), (3, Report)]);
    }

    private static HttpConnection Answering(int piece, params string[] frames) => HttpConnection.Of(Somewhere,
        new ScriptedStream(Convert.FromHexString(Settings + string.Concat(frames)), piece),
        new HttpConnectionOptions { IsHttp2 = true });

    private static string Frame(string type, string flags, int stream, string payload) =>
        FormattableString.Invariant($"{payload.Length / 2:x6}{type}{flags}{stream:x8}{payload}");

    private static string Hex(string text) => Convert.ToHexStringLower(Encoding.ASCII.GetBytes(text));

    private static string Text(HttpConnection connection, HttpRequest request)
    {
        connection.Ask(request, "body"u8);
        return connection.Text();
    }
}
