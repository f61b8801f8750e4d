using System.Net;
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

    private static FakeStore Store(bool overwrites = false) => new() { SourceNames = new FakeNames(), Overwrites = overwrites };

    private static string Lines(int count) => string.Join('\n', Enumerable.Range(0, count).Select(i => $"m a=1 {i}"));

    private static Task<HttpResponseMessage> Write(RunningService service, string lines) =>
        service.Post("/write?precision=us", new StringContent(lines));
}
