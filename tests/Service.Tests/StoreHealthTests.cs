using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Problems;
using DbIngest.Service.Stores;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>Whether a store of one database answers.</summary>
public class StoreHealthTests
{
    private static readonly BatchWriteException Away = new("the host is down", isTransient: true, isAmbiguous: false);

    [Fact]
    public async Task Health_WhileTheStoreIsAway_IsNotReady()
    {
        using var store = new FakeStore { Reading = () => throw Away };
        using var service = new RunningService(store);
        var answer = await service.Send(HttpMethod.Get, "/health/ready");
        answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await Body(answer)).GetProperty("detail").GetString()!.ShouldContain("the host is down");
        (await service.Send(HttpMethod.Get, "/health/live")).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Check_OfEachTime_SaysWhatTheStoreIsNow()
    {
        using var store = new FakeStore();
        using var health = new StoreHealth(store, isKeyed: true, kept: TimeSpan.Zero);
        await health.Check(CancellationToken.None);
        store.Reading = () => throw Away;
        (await Should.ThrowAsync<RefusalException>(() => health.Check(CancellationToken.None))).Status.ShouldBe(503);
        store.Reading = static () => { };
        await health.Check(CancellationToken.None);
    }

    [Fact]
    public async Task Check_OfAStoreThatRefuses_FindsThatItAnswers()
    {
        using var store = new FakeStore
        {
            Reading = () => throw new BatchWriteException("no such table", isTransient: false, isAmbiguous: false),
        };
        using var health = new StoreHealth(store, isKeyed: true, kept: TimeSpan.Zero);
        await health.Check(CancellationToken.None);
    }

    [Fact]
    public async Task Check_OfManyAtOnce_AsksTheStoreOnce()
    {
        int asked = 0;
        using var store = new FakeStore { Reading = () => Interlocked.Increment(ref asked) };
        using var health = new StoreHealth(store, isKeyed: true, kept: TimeSpan.FromHours(1));
        await Task.WhenAll(Enumerable.Range(0, 20).Select(_ => health.Check(CancellationToken.None)));
        asked.ShouldBe(1);
    }
}
