using System.Net;
using System.Text;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
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
