using System.Collections.Concurrent;
using System.Net;
using System.Text;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Http;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Hostile;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Tests.QuestDb;

/// <summary>The audit reads by exports, for which the server has few connections.</summary>
public sealed class QuestDbExportTests
{
    private static readonly RecordSchema Schema = new PatternWorkload(1).Schema;

    private int _asked;

    [Fact]
    public void Audit_ServerHasNoConnectionLeftForAMoment_AsksAgain()
    {
        var content = new StoredContent(1, 1000, [[]]);
        using var server = Refusing(times: 5);

        Audit(server, TimeSpan.FromSeconds(30)).Run(content, CancellationToken.None);

        _asked.ShouldBe(5 + ParallelRead.Threads);
    }

    [Fact]
    public void Audit_ServerNeverHasAConnectionLeft_EndsWithItsWordsAfterARequestsTime()
    {
        using var server = Refusing(times: int.MaxValue);

        Should.Throw<HttpStatusException>(() =>
            Audit(server, TimeSpan.FromSeconds(1)).Run(new StoredContent(1, 1000, [[]]), CancellationToken.None)).Message
            .ShouldContain("exceeded connection limit");
    }

    /// <summary>
    /// A table of which each part takes longer than a request may: the threads that had no connection gave up while the others
    /// read.
    /// </summary>
    [Fact]
    public void Audit_ConnectionsThatOthersReadOver_AreWaitedForAsLongAsTheyDo()
    {
        const int Pieces = 15;
        const string Header = "\"source\"\r\n";
        byte[] rows = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("0,0,0,0,1.5\r\n", 100_000)));
        int state = 0;
        using var server = new HostileServer(stream =>
        {
            _ = stream.Read(new byte[64 * 1024]);
            int before = Interlocked.CompareExchange(ref state, 1, 0);
            int length = Header.Length + (before == 0 ? Pieces * rows.Length : 0);
            stream.Write(Encoding.ASCII.GetBytes(before == 1 ? "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n"
                : FormattableString.Invariant($"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{Header}")));
            for (int piece = 0; piece < Pieces && before == 0; piece++)
            {
                Thread.Sleep(200);
                stream.Write(rows);
            }

            Interlocked.CompareExchange(ref state, 2, before == 0 ? 1 : -1);
        });

        Audit(server, TimeSpan.FromSeconds(2)).Run(new StoredContent(1, 1_000_000, [[]]), CancellationToken.None);
    }

    /// <summary>
    /// The server counts a connection as what its first request is. Where it was an export, lanes that only read were refused
    /// for good once there were more of them than the server has cores.
    /// </summary>
    [Fact]
    public void Read_OnANewConnection_BeginsWithAQueryThatIsNoExport()
    {
        var asked = new ConcurrentQueue<string>();
        using var server = new HostileServer(stream =>
        {
            byte[] room = new byte[64 * 1024];
            for (int length; (length = stream.Read(room)) > 0;)
            {
                string request = Encoding.ASCII.GetString(room, 0, length).Split('?')[0];
                asked.Enqueue(request);
                stream.Write(request == "GET /exp" ? "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n\"source\"\r\n"u8
                    : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"u8);
            }
        });
        var session = new HttpSession(new IPEndPoint(IPAddress.Loopback, server.Port), new HttpConnectionOptions());
        using var writer = new QuestDbWriter(session, new QuestDbTable("t", "DAY", new TrialTable(Schema, 1, 1000)),
            isBinary: false, CancellationToken.None);
        var found = new LastRecord();

        writer.Read(0, 5, found);
        writer.Read(0, 6, found);

        string.Join(", ", asked).ShouldBe("GET /exec, GET /exp, GET /exp");
        found.Count.ShouldBe(0);
    }

    private static QuestDbAudit Audit(HostileServer server, TimeSpan timeout) => new(
        new QuestDbServer(new ServerAddress("http", new IPEndPoint(IPAddress.Loopback, server.Port)),
            new HttpConnectionOptions { RequestTimeout = timeout }),
        new QuestDbTable("t", "DAY", new TrialTable(Schema, 1, 1000)));

    private HostileServer Refusing(int times) => new(stream =>
    {
        const string Refusal = "exceeded connection limit [name=http_export_connections]";
        _ = stream.Read(new byte[64 * 1024]);
        string answer = Interlocked.Increment(ref _asked) <= times
            ? FormattableString.Invariant($"HTTP/1.1 429 Too Many Requests\r\nContent-Length: {Refusal.Length}\r\n\r\n{Refusal}")
            : "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n\"source\"\r\n";
        stream.Write(Encoding.ASCII.GetBytes(answer));
    });
}
