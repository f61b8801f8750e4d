using DbIngest.Core.Operations;
using DbIngest.Core.Operations.Shared;

namespace DbIngest.Core.Tests.Operations.Shared;

/// <summary>Operations of lanes that share their records.</summary>
public sealed class SharedStreamTests
{
    [Theory]
    [InlineData("read=50,update=50,keys=zipfian:shared")]
    [InlineData("insert=5,read=45,update=40,scan=10,keys=ycsb:shared")]
    [InlineData("read=50,update=50,keys=uniform:shared")]
    [InlineData("read=50,scan=50,keys=latest:shared")]
    public void Next_AnyLane_DrawsFromAllLoadedRecordsAndIsReplayedAlone(string mix)
    {
        var request = Request(mix, sources: 3, lanes: 2, loaded: 500);
        var stream = new SharedStream(request, source: 1, lane: 1);
        var first = Enumerable.Range(0, 20_000).Select(_ => stream.Next()).ToList();
        var again = new SharedStream(request, source: 1, lane: 1);

        Enumerable.Range(0, 20_000).Select(_ => again.Next()).ShouldBe(first);
        var shared = first.Where(operation => operation.Kind is not OperationKind.InsertOne).ToList();
        shared.ShouldAllBe(operation => operation.Sequence >= 0 && operation.Sequence + operation.Count <= 500);
        shared.Select(operation => operation.Source).Distinct().Order().ShouldBe([0, 1, 2]);
        first.Where(operation => operation.Kind == OperationKind.InsertOne)
            .ShouldAllBe(operation => operation.Source == 1 && operation.Sequence >= 500);
    }

    [Fact]
    public void Next_TwoMixesOfOneSeed_DifferByWhatTheyDoNotByWhere()
    {
        var reads = new SharedStream(Request("read=1,keys=zipfian:shared", 2, 1, 1000), 0, 0);
        var updates = new SharedStream(Request("update=1,keys=zipfian:shared", 2, 1, 1000), 0, 0);

        for (int i = 0; i < 1000; i++)
        {
            var (read, update) = (reads.Next(), updates.Next());
            (read.Source, read.Sequence).ShouldBe((update.Source, update.Sequence));
        }
    }

    /// <summary>The hottest record of all lanes is one and the same, with Zipf's share of all draws.</summary>
    [Theory]
    [InlineData("zipfian")]
    [InlineData("ycsb")]
    public void Next_AllLanes_MeetOnTheSamePopularRecords(string keys)
    {
        var request = Request($"read=1,keys={keys}:shared", sources: 4, lanes: 2, loaded: 2500);
        var counts = new Dictionary<(int, long), int>();
        for (int lane = 0; lane < 8; lane++)
        {
            var stream = new SharedStream(request, lane / 2, lane % 2);
            for (int i = 0; i < 25_000; i++)
            {
                var operation = stream.Next();
                var key = (operation.Source, operation.Sequence);
                counts[key] = counts.GetValueOrDefault(key) + 1;
            }
        }

        var shared = new SharedKeys(request);
        var hottest = counts.MaxBy(count => count.Value);
        hottest.Key.ShouldBe((shared.SourceOf(shared.Popular(0)), shared.SequenceOf(shared.Popular(0))));
        double share = keys == "ycsb" ? 1 / 26.469 : 1 / Enumerable.Range(1, 10_000).Sum(rank => Math.Pow(rank, -0.99));
        ((double)hottest.Value).ShouldBe(200_000 * share, 5 * Math.Sqrt(200_000 * share) + 30);
    }

    [Fact]
    public void Records_Watched_AreTheMostPopularOnesAndDrawnOnes()
    {
        var request = Request("read=1,keys=zipfian:shared", sources: 4, lanes: 2, loaded: 25_000);
        var keys = new SharedKeys(request);
        var watched = new WatchedRecords(keys, request.Seed);

        watched.Records.Count.ShouldBeInRange(1060, 1088);
        watched.Records.Take(64).ShouldBe(Enumerable.Range(0, 64).Select(rank => keys.Popular(rank)));
        watched.Records.Select((record, number) => watched.NumberOf(record) == number).ShouldAllBe(isRight => isRight);
        Enumerable.Range(0, 100_000).Count(record => watched.NumberOf(record) >= 0).ShouldBe(watched.Records.Count);
        new WatchedRecords(new SharedKeys(Request("read=1,keys=uniform:shared", 1, 1, 3)), 1).Records.Count.ShouldBe(3);
    }

    [Theory]
    [InlineData("read=50,update=50,keys=zipfian:shared", null)]
    [InlineData("read=50,rmw=50,keys=ycsb:shared", null)]
    [InlineData("update=1,keys=uniform:shared", null)]
    [InlineData("read=1,scan=1,keys=latest:shared", null)]
    [InlineData("read=1,delete=1,keys=zipfian:shared", "leave delete out")]
    [InlineData("read=1,update=1,keys=latest:shared", "keys=latest is for reads")]
    [InlineData("update=1,rmw=1,keys=ycsb:shared", "separate mixes")]
    [InlineData("update=1,delete=1,rmw=1,keys=latest", null)]
    public void TryParse_SharedKeys_AreWrittenAndRefusedInWords(string text, string? refusal)
    {
        OperationMix.TryParse(text, out var mix).ShouldBeTrue();

        mix!.ToString().ShouldBe(text);
        OperationMix.TryParse(mix.ToString(), out var again).ShouldBeTrue();
        again.ShouldBe(mix);
        if (refusal is null)
        {
            mix.Refusal.ShouldBeNull();
        }
        else
        {
            mix.Refusal!.ShouldContain(refusal);
        }
    }

    [Theory]
    [InlineData("read=1,keys=:shared")]
    [InlineData("read=1,keys=shared")]
    [InlineData("read=1,keys=1:shared")]
    [InlineData("read=1,keys=zipfian:share")]
    public void TryParse_NoKeys_IsRefused(string text) => OperationMix.TryParse(text, out _).ShouldBeFalse();

    private static OperationRequest Request(string mix, int sources, int lanes, long loaded) =>
        new(OperationMix.TryParse(mix, out var parsed) ? parsed : throw new ArgumentException(mix), 11, lanes, Batch: 1, loaded)
        {
            Sources = sources,
        };
}
