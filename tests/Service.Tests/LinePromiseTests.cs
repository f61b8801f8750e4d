using System.Net;
using System.Text;
using DbIngest.Abstractions.Targets;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>What answers to the line protocol promise when stores fail or have no key, and what is bounded.</summary>
public class LinePromiseTests
{
    [Theory]
    [InlineData(true, HttpStatusCode.ServiceUnavailable)]
    [InlineData(false, HttpStatusCode.UnprocessableEntity)]
    public async Task Lines_OfWhichAPartIsStored_SayHowMany(bool isTransient, HttpStatusCode status)
    {
        using var store = Store();
        store.Before = point =>
        {
            if (point.FirstSequence >= 51)
            {
                throw new BatchWriteException("away or full", isTransient, isAmbiguous: false);
            }
        };
        using var service = new RunningService(store);
        var answer = await Write(service, Lines(100));

        answer.StatusCode.ShouldBe(status);
        string detail = (await Body(answer)).GetProperty("detail").GetString()!;
        detail.ShouldContain("51 of 100 points are stored");
        detail.ShouldContain("away or full");
        detail.ShouldNotContain("Nothing was stored");
        store.Rows.Count.ShouldBe(51);
    }

    [Fact]
    public async Task Lines_OfWhichNothingIsStored_AreRefusedAsNotStored()
    {
        using var store = Store();
        store.Before = _ => throw new BatchWriteException("away", isTransient: true, isAmbiguous: false);
        using var service = new RunningService(store);
        var answer = await Write(service, Lines(300));
        answer.StatusCode.ShouldBe(HttpStatusCode.BadGateway);
        (await Body(answer)).GetProperty("detail").GetString()!.ShouldStartWith("Nothing was stored");
    }

    [Theory]
    [InlineData(true, false, HttpStatusCode.BadGateway)]
    [InlineData(false, true, HttpStatusCode.BadGateway)]
    [InlineData(false, false, HttpStatusCode.UnprocessableEntity)]
    public async Task Name_ThatTheStoreDoesNotTake_IsToBeSentAgainWhereThatHelps(
        bool isUnreachable, bool isTransient, HttpStatusCode status)
    {
        var names = new FakeNames
        {
            Before = () => throw new TargetException("no such text", isUnreachable: isUnreachable) { IsTransient = isTransient },
        };
        using var store = new FakeStore { SourceNames = names };
        using var service = new RunningService(store);
        (await Write(service, Lines(1))).StatusCode.ShouldBe(status);
        (await service.Send(HttpMethod.Get, "/v1/sources")).StatusCode.ShouldBe(status);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Lines_OfOneTimestamp_AreAllAddedWithoutAKey(bool hasLedger)
    {
        using var store = Store(overwrites: true);
        using var service = new RunningService(store, options => options with { Operations = default, HasLedger = hasLedger });
        (await Write(service, "m a=1 10\nm b=2 10\nm a=3 10")).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        store.Writes.ShouldBe(3);
        store.Rows.ShouldHaveSingleItem().Value.Values.ShouldBe([3, double.NaN]);
    }

    /// <summary>In Latin-1 two letters are two bytes that no UTF-8 has: both names would have the same replacement.</summary>
    [Fact]
    public async Task Lines_ThatAreNoUtf8_AreDropped()
    {
        using var store = Store();
        using var service = new RunningService(store);
        var answer = await service.Post("/write?precision=us", new ByteArrayContent(
            Encoding.Latin1.GetBytes("m,room=K\u00fcche a=1 10\nm,room=K\u00f6che a=2 10\nm,room=Flur a=3 10")));

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await Body(answer)).GetProperty("error").GetString().ShouldBe("partial write: line 1: the line is no UTF-8 dropped=2");
        store.Rows.ShouldHaveSingleItem().Value.Values.ShouldBe([3, double.NaN]);
    }

    [Fact]
    public async Task Points_MoreThanABatchHas_AreNotTaken()
    {
        using var store = Store();
        using var service = new RunningService(store, options => options with { BatchRecords = 10 });
        (await Write(service, Lines(10))).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await Write(service, Lines(11))).StatusCode.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        (await (await service.Send(HttpMethod.Get, "/metrics")).Content.ReadAsStringAsync())
            .ShouldContain("\ndbingest_queue_rows 0\n");
        store.Rows.Count.ShouldBe(10);
    }

    [Fact]
    public async Task Body_ThatIsUnpackedToMoreThanTheQueueTakes_IsTakenAlone()
    {
        using var gate = new ManualResetEventSlim();
        using var store = Store();
        store.Before = _ => gate.Wait();
        using var service = new RunningService(store, options => options with { QueueBytes = 10_000 });
        var first = Write(service, "m a=1 1");
        SpinWait.SpinUntil(() => store.Writes == 1, TimeSpan.FromMinutes(1)).ShouldBeTrue();
        var second = await service.Post("/write", Packed());
        gate.Set();

        second.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        (await first).StatusCode.ShouldBe(HttpStatusCode.NoContent);
        (await service.Post("/write", Packed())).StatusCode.ShouldBe(HttpStatusCode.NoContent);

        static ByteArrayContent Packed() => InfluxTests.Packed(new string('#', 100_000));
    }

    private static FakeStore Store(bool overwrites = false) => new() { SourceNames = new FakeNames(), Overwrites = overwrites };

    private static string Lines(int count) => string.Join('\n', Enumerable.Range(0, count).Select(i => $"m a=1 {i}"));

    private static Task<HttpResponseMessage> Write(RunningService service, string lines) =>
        service.Post("/write?precision=us", new StringContent(lines));
}
