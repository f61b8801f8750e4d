using System.Net;
using System.Text;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.InfluxDb;
using DbIngest.Targets.InfluxDb.Server;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Hostile;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Tests.Http;

/// <summary>An export that has no end: it is read as far as there can be rows, and no further.</summary>
public sealed class EndlessRowsTests
{
    private static readonly RecordSchema Schema = new PatternWorkload(1).Schema;

    private static StoredContent Content => new(1, 1000, [[]]);

    [Fact]
    public void Run_QuestDbSendsRowsForEver_IsGivenUp()
    {
        using var server = Endless("\"source\",\"sequence\",\"timestamp\",\"quality\",\"v\"\r\n", "0,0,0,0,1.5\r\n");
        var audit = new QuestDbAudit(
            new QuestDbServer(new ServerAddress("http", new IPEndPoint(IPAddress.Loopback, server.Port)), Options),
                new QuestDbTable("t", "DAY", new TrialTable(Schema, 1, 1000)));

        Should.Throw<TooManyRowsException>(() => audit.Run(Content, CancellationToken.None)).Message
            .ShouldContain("more than 108000 rows");
    }

    [Fact]
    [Trait("Suite", "Slow")]
    public void Run_QuestDbSendsARowWithoutEnd_IsGivenUp()
    {
        using var server = Endless("\"source\"\r\n", new string('7', 4096));
        var audit = new QuestDbAudit(
            new QuestDbServer(new ServerAddress("http", new IPEndPoint(IPAddress.Loopback, server.Port)), Options),
                new QuestDbTable("t", "DAY", new TrialTable(Schema, 1, 1000)));

        Should.Throw<WireProtocolException>(() => audit.Run(Content, CancellationToken.None)).Message
            .ShouldContain("longer than");
    }

    /// <summary>A byte now and then keeps the connection from being silent, and is no progress.</summary>
    [Fact]
    public void Run_QuestDbSendsAByteNowAndThen_IsGivenUp()
    {
        using var server = Endless(string.Empty, "0", TimeSpan.FromMilliseconds(20));
        var audit = new QuestDbAudit(
            new QuestDbServer(new ServerAddress("http", new IPEndPoint(IPAddress.Loopback, server.Port)),
                Options with { RequestTimeout = TimeSpan.FromSeconds(2) }),
            new QuestDbTable("t", "DAY", new TrialTable(Schema, 1, 1000)));

        Should.Throw<ConnectionLostException>(() => audit.Run(Content, CancellationToken.None)).IsTimeout.ShouldBeTrue();
    }

    [Fact]
    public void Decode_ClickHouseSendsRowsForEver_IsGivenUp()
    {
        using var rows = new RowBinary(Schema);
        using var part = Content.OpenPartition();

        Should.Throw<TooManyRowsException>(() => rows.Decode(
            room =>
            {
                room.Clear();
                return room.Length;
            },
            part)).Message.ShouldContain("more than 108000 rows");
    }

    /// <summary>The line of the columns' names is no row, so nothing counts it.</summary>
    [Theory]
    [InlineData("name,tags,time,sequence,quality,v\n")]
    [InlineData("m,,1,0,0,1.5\n")]
    public void Run_InfluxSendsLinesForEver_IsGivenUp(string line)
    {
        using var server = Endless(string.Empty, line);
        var place = new ServerAddress("http", new IPEndPoint(IPAddress.Loopback, server.Port));
        var influx = new InfluxServer(place, Options);
        var audit = new InfluxAudit(influx, new OneSource(influx), Schema);

        Should.Throw<Exception>(() => audit.Run(Content, CancellationToken.None))
            .ShouldBeOfType(line[0] == 'n' ? typeof(WireProtocolException) : typeof(TooManyRowsException));
    }

    private static HttpConnectionOptions Options => new() { RequestTimeout = TimeSpan.FromSeconds(30) };

    /// <summary>Answers whatever is asked with a body in chunks that has no end.</summary>
    private static HostileServer Endless(string begin, string endlessly, TimeSpan pause = default) => new(stream =>
    {
        _ = stream.Read(new byte[64 * 1024]);
        stream.Write(Encoding.ASCII.GetBytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
        byte[] piece = Chunk(pause == default ? string.Concat(Enumerable.Repeat(endlessly, 1 + (8192 / endlessly.Length)))
            : endlessly);
        if (begin.Length > 0)
        {
            stream.Write(Chunk(begin));
        }

        while (true)
        {
            stream.Write(piece);
            Thread.Sleep(pause);
        }
    });

    private static byte[] Chunk(string text) =>
        Encoding.ASCII.GetBytes(FormattableString.Invariant($"{text.Length:x}\r\n{text}\r\n"));

    /// <summary>Knows of one source without asking the server.</summary>
    private sealed class OneSource(InfluxServer server) : InfluxQlApi(server, "base")
    {
        public override string Product => "a stand-in";

        public override string WriteTarget => "/write";

        public override string SettledBy => "nothing";

        public override string SpaceIs => "nothing";

        public override IReadOnlyList<string> Sources(CancellationToken cancellation) => ["0"];

        public override void Create(CancellationToken cancellation)
        {
        }

        public override void Drop(CancellationToken cancellation)
        {
        }

        public override IEnumerable<(string Name, string Value)> Settings(CancellationToken cancellation) => [];

        public override void AwaitQuiet(CancellationToken cancellation)
        {
        }

        public override long FileBytes(CancellationToken cancellation) => 0;
    }
}
