using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Settings;
using static DbIngest.Service.Tests.RunningService;

namespace DbIngest.Service.Tests;

/// <summary>
/// What answers promise when stores fail: nothing is acknowledged that is not stored, and nothing is stored twice.
/// </summary>
public class PromiseTests
{
    private static readonly string[] Two = [Row(1, "1.5", "null"), Row(2, "2.5", "-3")];

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Batch_SentAgain_IsStoredOnceWithTheSameAnswer(bool overwrites)
    {
        using var store = new FakeStore { Overwrites = overwrites };
        using var service = new RunningService(store);
        var first = await service.PostBatch(3, 10, Two);
        var second = await service.PostBatch(3, 10, Two);

        (first.StatusCode, second.StatusCode).ShouldBe((HttpStatusCode.OK, HttpStatusCode.OK));
        (await second.Content.ReadAsStringAsync()).ShouldBe(await first.Content.ReadAsStringAsync());
        store.Rows.Count.ShouldBe(2);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Batch_SentAgainWithOtherContent_IsRefusedAndTheStoredStays(bool overwrites)
    {
        using var store = new FakeStore { Overwrites = overwrites };
        using var service = new RunningService(store);
        await service.PostBatch(3, 10, Two);
        var other = await service.PostBatch(3, 10, Two[0], Row(2, "2.5", "-4"));

        other.StatusCode.ShouldBe(HttpStatusCode.Conflict);
        (await Body(other)).GetProperty("detail").GetString()!.ShouldContain("Record 11 of source 3");
        store.Rows[(3, 11)].Values.ShouldBe([2.5, -3]);
    }

    [Fact]
    public async Task Batch_WithAnIdempotencyKeyBeforeAKey_IsToldByItsSequenceNumbersAlone()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store);
        (await Keyed(service, "first", 3, 10)).ShouldBe(HttpStatusCode.OK);
        (await Keyed(service, "other", 3, 10)).ShouldBe(HttpStatusCode.OK);
        store.Rows.Count.ShouldBe(1);

        // Another batch under the same header is another request.
        (await Keyed(service, "first", 3, 20)).ShouldBe(HttpStatusCode.OK);
        store.Rows.Count.ShouldBe(2);
    }

    [Fact]
    public async Task LedgerBatch_WhoseCommitIsNotAcknowledged_IsFoundInTheLedger()
    {
        using var store = new FakeStore { After = _ => throw Cut() };
        using var service = new RunningService(store, ByLedger);

        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
        (store.Rows.Count, store.Writes).ShouldBe((2, 1));
    }

    [Fact]
    public async Task LedgerBatch_InDoubtWhileTheStoreIsSilent_IsAnUnknownOutcomeAndStoredOnce()
    {
        using var store = new FakeStore
        {
            After = _ => throw Cut(),
            Reading = () => throw new BatchWriteException("silent", isTransient: true, isAmbiguous: false),
        };
        using var service = new RunningService(store, ByLedger);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);

        (store.After, store.Reading) = (static _ => { }, static () => { });
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
        store.Writes.ShouldBe(1);
    }

    [Fact]
    public async Task LedgerBatch_ThatTheStoreRefusesOrIsAwayFor_IsInNoLedger()
    {
        using var store = new FakeStore { Before = _ => throw new BatchWriteException("too early", false, false) };
        using var service = new RunningService(store, ByLedger);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.UnprocessableEntity);

        store.Before = _ => throw new BatchWriteException("away", true, false);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.BadGateway);
        store.Ledger.ShouldBeEmpty();
    }

    [Fact]
    public async Task LedgerBatch_WhoseKeyIsThereWhileTheStoreIsSilent_IsToBeSentAgain()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store, ByLedger);
        await service.PostBatch(0, 0, Two);
        store.Reading = () => throw new BatchWriteException("silent", isTransient: true, isAmbiguous: false);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.BadGateway);
    }

    [Theory]
    [InlineData(false, HttpStatusCode.UnprocessableEntity)]
    [InlineData(true, HttpStatusCode.BadGateway)]
    public async Task Read_ThatTheStoreRefuses_IsToBeSentAgainOnlyWhereThatHelps(bool isTransient, HttpStatusCode status)
    {
        using var store = new FakeStore { Reading = () => throw new BatchWriteException("no", isTransient, isAmbiguous: false) };
        using var service = new RunningService(store);
        (await service.Send(HttpMethod.Get, "/v1/sources/0/records/1")).StatusCode.ShouldBe(status);
    }

    [Fact]
    public async Task Batch_WhoseAcknowledgementIsLost_IsFoundByItsKey()
    {
        using var store = new FakeStore { After = _ => throw Cut() };
        using var service = new RunningService(store);

        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
        (store.Rows.Count, store.Writes).ShouldBe((2, 1));
    }

    [Fact]
    public async Task Batch_InDoubtWhileTheStoreIsSilent_IsAnUnknownOutcome()
    {
        using var store = new FakeStore
        {
            After = _ => throw Cut(),
            Reading = () => throw new BatchWriteException("silent", isTransient: true, isAmbiguous: false),
        };
        using var service = new RunningService(store);
        var answer = await service.PostBatch(0, 0, Two);

        answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        var problem = await Body(answer);
        problem.GetProperty("detail").GetString()!.ShouldStartWith("Outcome unknown");
        problem.GetProperty("remedy").GetString()!.ShouldContain("same request again");
        answer.Headers.RetryAfter.ShouldNotBeNull();

        (store.After, store.Reading) = (static _ => { }, static () => { });
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
        store.Rows.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Batch_WhoseKeyExistsWhileTheStoreIsSilent_IsNotRefusedForGood()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store);
        await service.PostBatch(0, 0, Two);
        store.Reading = () => throw new BatchWriteException("silent", isTransient: true, isAmbiguous: false);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.BadGateway);

        store.Reading = static () => { };
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
        store.Rows.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Batch_OfWhichAPartIsStored_IsCompleted()
    {
        using var store = new FakeStore();
        using var service = new RunningService(store);
        await service.PostBatch(0, 1, Row(2, "2", "2"));

        (await service.PostBatch(0, 0, Row(1, "1", "1"), Row(2, "2", "2"), Row(3, "3", "3"))).StatusCode
            .ShouldBe(HttpStatusCode.OK);
        store.Rows.Keys.Select(key => key.Sequence).Order().ShouldBe([0L, 1, 2]);
        store.Rows[(0, 2)].Timestamp.ShouldBe(3);
    }

    [Fact]
    public async Task Batch_ThatTheStoreRefuses_IsUnprocessable()
    {
        using var store = new FakeStore { Before = _ => throw new BatchWriteException("too early", false, false) };
        using var service = new RunningService(store);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.UnprocessableEntity);
    }

    [Fact]
    public async Task Batch_WhileTheStoreIsAway_IsRefusedAsNotStored()
    {
        using var store = new FakeStore { Before = _ => throw new BatchWriteException("away", true, false) };
        using var service = new RunningService(store);
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.BadGateway);
        store.Rows.ShouldBeEmpty();
    }

    [Fact]
    public async Task Batch_InDoubtWithoutAKey_IsAnUnknownOutcome()
    {
        using var store = new FakeStore { After = _ => throw Cut() };
        using var service = new RunningService(store, options => options with { Operations = default });
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        store.Writes.ShouldBe(1);
    }

    [Fact]
    public async Task Batch_AfterADefect_LeavesTheServiceUsable()
    {
        using var store = new FakeStore { Before = _ => throw new InvalidOperationException("a defect") };
        using var service = new RunningService(store);
        var answer = await service.PostBatch(0, 0, Two);
        answer.StatusCode.ShouldBe(HttpStatusCode.InternalServerError);
        (await answer.Content.ReadAsStringAsync()).ShouldNotContain("a defect");
        service.Lines.ShouldContain(line => line.Contains("a defect", StringComparison.Ordinal));

        store.Before = static _ => { };
        (await service.PostBatch(0, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Batch_MoreThanTheQueueTakes_IsToBeSentLater()
    {
        using var gate = new ManualResetEventSlim();
        using var store = new FakeStore { Before = _ => gate.Wait() };
        using var service = new RunningService(store, options => options with { QueueRows = 3 });
        var first = service.PostBatch(0, 0, Two);
        SpinWait.SpinUntil(() => store.Writes == 1, TimeSpan.FromMinutes(1)).ShouldBeTrue();
        var second = await service.PostBatch(1, 0, Two);
        gate.Set();

        second.StatusCode.ShouldBe(HttpStatusCode.TooManyRequests);
        second.Headers.RetryAfter.ShouldNotBeNull();
        (await first).StatusCode.ShouldBe(HttpStatusCode.OK);
        (await service.PostBatch(1, 0, Two)).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Service_ThatIsStopped_AnswersWhatHasBegun()
    {
        using var gate = new ManualResetEventSlim();
        using var store = new FakeStore { Before = _ => gate.Wait() };
        var service = new RunningService(store);
        var begun = service.PostBatch(0, 0, Two);
        SpinWait.SpinUntil(() => store.Writes == 1, TimeSpan.FromMinutes(1)).ShouldBeTrue();
        var stopping = Task.Run(service.Dispose);
        await Task.Delay(200);
        gate.Set();

        // The client of the service is disposed first, so the store says whether the request went on to its end.
        await stopping;
        store.Rows.Count.ShouldBe(2);
        begun.IsCompleted.ShouldBeTrue();
    }

    private static ServiceOptions ByLedger(ServiceOptions options) => options with { Operations = default, HasLedger = true };

    private static async Task<HttpStatusCode> Keyed(RunningService service, string key, int source, long first) =>
        (await service.Send(HttpMethod.Post, $"/v1/sources/{source}/batches",
            $"{{\"first_sequence\":{first},\"records\":[{Two[0]}]}}", ("Idempotency-Key", key))).StatusCode;

    private static BatchWriteException Cut() => new("cut", isTransient: true, isAmbiguous: true);
}
