using DbIngest.Abstractions.Records;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Tests.Operations;

public sealed class OperationStreamTests
{
    [Fact]
    public void Next_SameSeedSourceAndLane_SameOperations()
    {
        var once = Draw(seed: 1, source: 2, lane: 0);

        Draw(seed: 1, source: 2, lane: 0).ShouldBe(once);
        Draw(seed: 2, source: 2, lane: 0).ShouldNotBe(once);
        Draw(seed: 1, source: 3, lane: 0).ShouldNotBe(once);
        Draw(seed: 1, source: 2, lane: 1).ShouldNotBe(once);
    }

    [Fact]
    public void Next_Weights_AreShares()
    {
        var kinds = Draw(seed: 1, source: 0, lane: 0, count: 20_000).CountBy(o => o.Kind).ToDictionary();

        // 5 standard deviations of a binomial distribution.
        foreach (var (kind, share) in new[] { (OperationKind.InsertBatch, 0.1), (OperationKind.Read, 0.4),
            (OperationKind.Update, 0.2), (OperationKind.Scan, 0.3) })
        {
            ((double)kinds[kind]).ShouldBe(20_000 * share, 5 * Math.Sqrt(20_000 * share * (1 - share)));
        }
    }

    [Theory]
    [InlineData(1, 1, 1000)]
    [InlineData(3, 10, 1000)]
    [InlineData(4, 10, 1001)]
    [InlineData(2, 300, 1000)]
    [InlineData(3, 128, 384)]
    [InlineData(5, 7, 3)]
    public void SequenceOf_LanesOfASource_OwnEachLoadedRecordOnceAndNoRecordTwice(int lanes, int batch, int loaded)
    {
        var seen = new HashSet<long>();
        var owned = new HashSet<long>();
        for (int lane = 0; lane < lanes; lane++)
        {
            var keys = new LaneKeys(lane, lanes, batch, loaded, hasVersions: true);
            for (long index = 0; index < keys.Loaded; index++)
            {
                seen.Add(keys.SequenceOf(index)).ShouldBeTrue();
            }

            for (int i = 0; i < 50; i++)
            {
                long first = keys.Insert();
                keys.SequenceOf(keys.Count - 1).ShouldBe(first + batch - 1);
            }

            for (long index = 0; index < keys.Count; index += keys.RunLength(index))
            {
                for (int i = 0; i < keys.RunLength(index); i++)
                {
                    keys.SequenceOf(index + i).ShouldBe(keys.SequenceOf(index) + i);
                    owned.Add(keys.SequenceOf(index + i)).ShouldBeTrue();
                }
            }
        }

        seen.Order().ShouldBe(Enumerable.Range(0, loaded).Select(i => (long)i));
        owned.Count.ShouldBe(loaded + (lanes * 50 * batch));
    }

    /// <summary>A scan asks for 1 to 100 records, equally likely, wherever in its block of 128 it begins.</summary>
    [Theory]
    [InlineData("uniform")]
    [InlineData("zipfian")]
    public void Next_Scans_AskFor50AndAHalfRecordsInTheMean(string keys)
    {
        var stream = new OperationStream(Request($"scan=1,keys={keys}", loaded: 1 << 14) with { Batch = 1 }, 0, 0);
        double mean = Enumerable.Range(0, 20_000).Average(_ => stream.Next().Count);

        // Standard deviation of a uniform draw of 1 to 100: 28.9; five of the mean's.
        mean.ShouldBe(50.5, 5 * 28.9 / Math.Sqrt(20_000));
    }

    [Fact]
    public void Next_Latest_PrefersTheNewest()
    {
        var stream = new OperationStream(Request("insert=1,read=9,keys=latest", loaded: 1000), 0, 0);
        var ages = Enumerable.Range(0, 5000).Select(_ => stream.Next()).ToList()
            .Where(o => o.Kind == OperationKind.Read).Select(_ => stream.Keys.Count - 1 - stream.Index);

        ages.ShouldNotBeEmpty();
        stream.Keys.Count.ShouldBeGreaterThan(1000);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(65_000)]
    public void Apply_Version_ChangesEveryValueThatIsThere(int version)
    {
        using var source = new Fakes.CountingWorkload().Open(0);
        var before = new RecordBatch(new Fakes.CountingWorkload().Schema, 20);
        var after = new RecordBatch(before.Schema, 20);
        source.Fill(before, 0, 20);
        source.Fill(after, 0, 20);
        for (int row = 0; row < 20; row++)
        {
            RecordVersion.Apply(after, row, version);
            after.Qualities[row].ShouldNotBe(before.Qualities[row]);
            for (int column = 0; column < 2; column++)
            {
                double was = before.Column(column)[row];
                double now = after.Column(column)[row];
                double.IsNaN(now).ShouldBe(double.IsNaN(was));
                if (!double.IsNaN(was))
                {
                    now.ShouldNotBe(was);
                    now.ShouldBe(was, 1.5e-11 * Math.Max(Math.Abs(was), 1e-300));
                }
            }
        }
    }

    /// <summary>An update that finds no version left is told from one whose records are all deleted.</summary>
    [Theory]
    [InlineData("update=1", LaneKeys.Deleted - 1, true)]
    [InlineData("rmw=1", LaneKeys.Deleted - 1, true)]
    [InlineData("update=1", LaneKeys.Deleted, false)]
    [InlineData("delete=1", LaneKeys.Deleted - 1, false)]
    public void Next_NoRecordCanBeUpdated_SaysWhetherTheBoundIsWhy(string mix, int version, bool isAtBound)
    {
        var stream = new OperationStream(Request(mix, loaded: 3) with { Lanes = 1 }, 0, 0);
        for (int index = 0; index < 3; index++)
        {
            stream.Keys.SetVersion(index, version);
        }

        stream.Next();

        stream.IsAtBound.ShouldBe(isAtBound);
    }

    private static List<Operation> Draw(ulong seed, int source, int lane, int count = 500)
    {
        var stream = new OperationStream(Request("insert=10,read=40,update=20,scan=30", loaded: 1000) with { Seed = seed },
            source, lane);
        return [.. Enumerable.Range(0, count).Select(_ => stream.Next())];
    }

    private static OperationRequest Request(string text, long loaded) =>
        new(OperationMix.TryParse(text, out var mix) ? mix : throw new ArgumentException(text), 1, 2, 10, loaded);
}
