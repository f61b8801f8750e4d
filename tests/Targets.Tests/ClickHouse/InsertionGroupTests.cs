using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using DbIngest.Targets.ClickHouse;
using DbIngest.Targets.Http;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>Insertions of several writers that no server is needed for.</summary>
public sealed class InsertionGroupTests
{
    private const int Writers = 8;
    private const int Rounds = 50;

    /// <summary>
    /// Writers without a session: the one that sends fails by a defect, not by the server. No other may take that for an
    /// acknowledgement.
    /// </summary>
    [Fact]
    public void Insert_SendingFailsByADefect_AcknowledgesNoBatch()
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var workload = new PatternWorkload(3);
        var table = new ClickHouseTable("records", Trial.Table(workload, Writers, Rounds));
        var group = new InsertionGroup();
        var sessions = Enumerable.Range(0, Writers)
            .Select(_ => new HttpSession(server.LocalEndpoint, new HttpConnectionOptions())).ToList();
        var failures = new ConcurrentBag<Exception>();
        var threads = sessions.Select((session, source) => new Thread(() =>
        {
            using var insertions = new GroupedInsertions(new WireInsertions(session, table, []), group);
            for (int round = 0; round < Rounds; round++)
            {
                if (Record.Exception(() => insertions.Insert(Trial.Batch(workload, source, round, 1))) is { } failure)
                {
                    failures.Add(failure);
                }
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        sessions.ForEach(session => session.Dispose());

        failures.Count.ShouldBe(Writers * Rounds);
    }

    /// <summary>Batches of many values were joined until their bytes were more than an array can have.</summary>
    [Theory]
    [InlineData(InsertionGroup.MostRows, 100_000_000L, true)]
    [InlineData(InsertionGroup.MostRows + 1, 100_000_000L, false)]
    [InlineData(100_000, 1L << 28, true)]
    [InlineData(400_000, 400_000L * 8024, false)]
    public void IsRoom_OfRowsAndBytes_EndsAtEither(int rows, long bytes, bool isRoom) =>
        InsertionGroup.IsRoom(rows, bytes).ShouldBe(isRoom);
}
