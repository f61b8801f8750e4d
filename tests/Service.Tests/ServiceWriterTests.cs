using System.Net;
using System.Net.Sockets;
using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Via;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>What a lane learns from the answers of a service, and what its requests cost.</summary>
public sealed class ServiceWriterTests
{
    [Theory]
    [InlineData(400, false, false)]
    [InlineData(409, false, false)]
    [InlineData(413, false, false)]
    [InlineData(422, false, false)]
    [InlineData(429, true, false)]
    [InlineData(500, false, true)]
    [InlineData(502, true, false)]
    [InlineData(503, true, true)]
    [InlineData(504, true, false)]
    public async Task Status_OfAnAnswer_SaysWhetherToSendAgainAndWhetherAnythingMayBeStored(
        int status, bool isTransient, bool isAmbiguous)
    {
        var (listener, port) = LoopbackHttp.Listen();
        using (listener)
        {
            using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
            {
                Service = new($"http://127.0.0.1:{port}"),
            };
            using var writer = target.OpenWriter(3);
            writer.IsIdempotent.ShouldBeTrue();
            var failing = Task.Run(() => Should.Throw<BatchWriteException>(() => writer.Write(BatchOf(3, 100, 5))));

            var context = await listener.GetContextAsync();
            context.Request.Url!.AbsolutePath.ShouldBe("/v1/sources/3/batches");
            context.Request.ContentType.ShouldBe(BatchBody.ContentType);
            await context.Request.InputStream.CopyToAsync(Stream.Null);
            context.Response.StatusCode = status;
            context.Response.Close();

            var failure = await failing;
            (failure.IsTransient, failure.IsAmbiguous).ShouldBe((isTransient, isAmbiguous), failure.Message);
        }
    }

    [Fact]
    public async Task Connection_LostBeforeTheAnswer_LeavesTheBatchInDoubt()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
        {
            Service = new($"http://{listener.LocalEndpoint}"),
        };
        using var writer = target.OpenWriter(0);
        using (var connection = await listener.AcceptTcpClientAsync())
        {
            var failing = Task.Run(() => Should.Throw<BatchWriteException>(() => writer.Write(BatchOf(0, 0, 5))));
            await connection.GetStream().ReadExactlyAsync(new byte[200]);
            connection.Close();

            var failure = await failing;
            (failure.IsTransient, failure.IsAmbiguous).ShouldBe((true, true), failure.Message);
        }
    }

    [Fact]
    public void Recover_OfABatchInDoubt_AsksTheServiceForItsRecords()
    {
        var store = new FakeStore();
        using var service = new RunningService(store);
        using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}"),
        };
        using var writer = target.OpenWriter(2);
        var batch = BatchOf(2, 1000, 6000);

        writer.Recover(batch).ShouldBe(BatchFate.Absent);
        writer.Write(batch);
        writer.Recover(batch).ShouldBe(BatchFate.Stored);
        writer.Recover(batch, inDoubt: false).ShouldBe(BatchFate.Absent);

        // The same identity again is stored once.
        writer.Write(batch);
        store.Rows.Count.ShouldBe(6000);
    }

    [Fact]
    public void Operations_OnSingleRecords_ReachTheStoreAndComeBackAsTheyAre()
    {
        var store = new FakeStore { TellsAbsence = true };
        using var service = new RunningService(store);
        using var target = new ServiceClientTarget(store, TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}"),
        };
        using var writer = target.OpenWriter(0);
        var operations = (IRecordOperations)writer;
        writer.Write(BatchOf(0, 10, 5));

        // Another source than the writer's: lanes that share records ask for any.
        store.Rows[(7, 3)] = (-5, 4_000_000_000, [1.5e300, double.NaN]);
        Read(operations, 7, 3).ShouldBe([(7, 3, -5, 4_000_000_000, "1.5E+300 NaN")]);
        Read(operations, 0, 99).ShouldBeEmpty();
        Scan(operations, 0, 12, 100).Select(row => row.Sequence).ShouldBe([12, 13, 14]);

        var changed = BatchOf(0, 11, 1);
        changed.Timestamps[0] = 1001;
        changed.Qualities[0] = 17;
        changed.Column(0)[0] = -0.1;
        operations.Update(changed);
        store.Rows[(0, 11)].Quality.ShouldBe(17u);
        store.Rows[(0, 11)].Values[0].ShouldBe(-0.1);

        operations.Delete(0, 11);
        operations.LastDeleteFound.ShouldBeNull();
        operations.Delete(0, 11);
        operations.LastDeleteFound.ShouldBe(false);
        Read(operations, 0, 11).ShouldBeEmpty();
        Should.Throw<BatchWriteException>(() => operations.Update(changed)).IsTransient.ShouldBeFalse();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Read_InItsSteadyState_AllocatesNothingPerRecord(bool isHttp2)
    {
        using var service = new RunningService(new FakeStore(), options => options with { IsHttp2 = isHttp2 });
        using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}") { IsHttp2 = isHttp2 },
        };
        using var writer = target.OpenWriter(0);
        writer.Write(BatchOf(0, 0, 2000));
        var found = new ReadTally();
        var reads = (IRecordReads)writer;
        reads.Scan(0, 0, 2000, found);

        // The service answers in this process, and allocates per record: its threads do not count here.
        Allocation.LeastOf(() => reads.Scan(0, 0, 2000, found)).ShouldBeLessThan(2000);
        found.Count.ShouldBeGreaterThanOrEqualTo(4000);
    }

    [Theory]
    [InlineData("{\"records\":3}")]
    [InlineData("{\"source\":1,\"values\":[\"a\"]}")]
    [InlineData("{\"source\":1,\"volts\":2}")]
    [InlineData("{}")]
    [InlineData("{\"records\":[{}]}")]
    [InlineData("{\"records\":[3]}")]
    [InlineData("{\"source\":3,\"sequence\":4,\"timestamp\":0,\"quality\":0}")]
    [InlineData("{\"source\":3,\"sequence\":4,\"timestamp\":0,\"values\":[1,2]}")]
    [InlineData("{\"source\":3,\"sequence\":4,\"quality\":0,\"values\":[1,2]}")]
    [InlineData("{\"source\":3,\"timestamp\":0,\"quality\":0,\"values\":[1,2]}")]
    [InlineData("{\"sequence\":4,\"timestamp\":0,\"quality\":0,\"values\":[1,2]}")]
    [InlineData("{\"source\":4294967299,\"sequence\":4,\"timestamp\":0,\"quality\":0,\"values\":[1,2]}")]
    [InlineData("[]")]
    [InlineData("{\"source\":1")]
    [InlineData("")]
    public async Task Answer_ThatIsNoRecord_IsAFailureOfTheRead(string answer)
    {
        var (listener, port) = LoopbackHttp.Listen();
        using (listener)
        {
            using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
            {
                Service = new($"http://127.0.0.1:{port}"),
            };
            using var writer = target.OpenWriter(3);
            var failing = Task.Run(() => Should.Throw<BatchWriteException>(
                () => ((IRecordReads)writer).Read(3, 4, new ReadTally())));
            var context = await listener.GetContextAsync();
            context.Request.Url!.AbsolutePath.ShouldBe("/v1/sources/3/records/4");
            await context.Response.OutputStream.WriteAsync(System.Text.Encoding.UTF8.GetBytes(answer));
            context.Response.Close();

            (await failing).Message.ShouldContain("service's answer");
        }
    }

    [Theory]
    [InlineData(false, true, true)]
    [InlineData(true, false, false)]
    public void Reads_PromiseWhatTheDatabasePromises(bool mayLag, bool isAtomic, bool seesOwnChanges)
    {
        using var service = new RunningService(new FakeStore());
        using var target = new ServiceClientTarget(new FakeStore { Lags = mayLag }, TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}"),
        };
        using var writer = target.OpenWriter(0);
        var reads = (IRecordReads)writer;

        (reads.MayLag, reads.IsAtomic, reads.SeesOwnChanges).ShouldBe((mayLag, isAtomic, seesOwnChanges));
        reads.RestoreFences.ShouldBeFalse("a request may be on its way");
    }

    /// <summary>A database that was away when it was first asked is asked again by the next trial.</summary>
    [Fact]
    public void Reads_DatabaseAwayAtFirst_PromiseLater()
    {
        using var service = new RunningService(new FakeStore());
        var store = new AwayAtFirst(new FakeStore { Lags = true });
        using var target = new ServiceClientTarget(store, TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}"),
        };
        var table = new TrialTable(RecordSchema.ThreePhaseMeter, 1, 10);
        target.Attach(table);
        using (var first = target.OpenWriter(0))
        {
            Should.Throw<TargetException>(() => ((IRecordReads)first).MayLag);
        }

        target.Attach(table);
        using var second = target.OpenWriter(0);

        ((IRecordReads)second).MayLag.ShouldBeTrue();
    }

    /// <summary>The lanes of a mix begin at once, and the database may take few connections more.</summary>
    [Fact]
    public void Reads_ManyLanesAtOnce_AskTheDatabaseOnce()
    {
        using var service = new RunningService(new FakeStore());
        var store = new AwayAtFirst(new FakeStore { Lags = true }) { IsAway = false };
        using var target = new ServiceClientTarget(store, TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}"),
        };
        var writers = Enumerable.Range(0, 8).Select(_ => target.OpenWriter(0)).ToList();
        var lanes = writers.Select(writer => new Thread(() => _ = ((IRecordReads)writer).MayLag)).ToList();

        lanes.ForEach(lane => lane.Start());
        lanes.ForEach(lane => lane.Join());

        store.Opened.ShouldBe(1);
        writers.ForEach(writer => writer.Dispose());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Write_InItsSteadyState_AllocatesNothingPerRecord(bool isHttp2)
    {
        using var service = new RunningService(
            new FakeStore { Overwrites = true }, options => options with { IsHttp2 = isHttp2 });
        using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
        {
            Service = new($"http://127.0.0.1:{service.Address.Port}") { IsHttp2 = isHttp2 },
        };
        using var writer = target.OpenWriter(0);
        var batch = BatchOf(0, 0, 2000);
        writer.Write(batch);

        Allocation.LeastOf(() => writer.Write(batch)).ShouldBeLessThan(2000);
    }

    [Fact]
    public void Writer_WithoutAService_IsRefusedWithAReason()
    {
        using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20));
        Should.Throw<TargetException>(() => target.OpenWriter(0)).Message.ShouldContain("service");
    }

    private static List<(int Source, long Sequence, long Timestamp, uint Quality, string Values)> Read(
        IRecordReads reads, int source, long sequence)
    {
        var rows = new Rows();
        reads.Read(source, sequence, rows);
        return rows.Found;
    }

    private static List<(int Source, long Sequence, long Timestamp, uint Quality, string Values)> Scan(
        IRecordReads reads, int source, long first, int count)
    {
        var rows = new Rows();
        reads.Scan(source, first, count, rows);
        return rows.Found;
    }

    private sealed class AwayAtFirst(ITarget inner) : ForwardingTarget(inner)
    {
        private int _opened;

        public bool IsAway { get; set; } = true;

        public int Opened => _opened;

        public override void Attach(TrialTable table, CancellationToken cancellation = default)
        {
        }

        public override IBatchWriter OpenWriter(int source, CancellationToken cancellation = default)
        {
            Interlocked.Increment(ref _opened);
            if (IsAway)
            {
                IsAway = false;
                throw new TargetException("It is away.", isUnreachable: true);
            }

            // As long as a login takes.
            Thread.Sleep(100);
            return base.OpenWriter(source, cancellation);
        }
    }

    private sealed class Rows : IRecordReceiver
    {
        public List<(int Source, long Sequence, long Timestamp, uint Quality, string Values)> Found { get; } = [];

        public void Add(int source, long sequence, long timestamp, uint quality, ReadOnlySpan<double> values) =>
            Found.Add((source, sequence, timestamp, quality, string.Join(' ', values.ToArray()
                .Select(value => value.ToString(System.Globalization.CultureInfo.InvariantCulture)))));
    }

    private static RecordBatch BatchOf(int source, long first, int count)
    {
        var batch = new RecordBatch(Schema, count);
        batch.Reset(source, first, count);
        for (int row = 0; row < count; row++)
        {
            batch.Timestamps[row] = 1000 + row;
            batch.Column(0)[row] = row;
            batch.Column(1)[row] = row % 3 == 0 ? double.NaN : -row - 1;
        }

        return batch;
    }
}
