using System.Net;
using System.Net.Sockets;
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
                Service = new IPEndPoint(IPAddress.Loopback, port),
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
            Service = (IPEndPoint)listener.LocalEndpoint,
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
            Service = new IPEndPoint(IPAddress.Loopback, service.Address.Port),
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
    public void Write_InItsSteadyState_AllocatesNothingPerRecord()
    {
        using var service = new RunningService(new FakeStore { Overwrites = true });
        using var target = new ServiceClientTarget(new FakeStore(), TimeSpan.FromSeconds(20))
        {
            Service = new IPEndPoint(IPAddress.Loopback, service.Address.Port),
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
