using DbIngest.Core.Operations;

namespace DbIngest.Core.Tests.Operations;

/// <summary>
/// The draws of keys against the laws that they are named after, by chi-squared over the 20 most popular records.
/// </summary>
public sealed class KeyLawTests
{
    private const int Ranks = 20;

    // The 0.999 quantile of chi-squared with 20 degrees of freedom (R: qchisq(0.999, 20)).
    private const double Limit = 45.31;

    [Theory]
    [InlineData(100)]
    [InlineData(10_000)]
    [InlineData(1_000_000)]
    public void Zipfian_WithoutInsertions_IsTheExactLaw(int records)
    {
        var counts = new Dictionary<long, int>();
        const int draws = 200_000;
        var stream = new OperationStream(Request("read=1,keys=zipfian", records), 0, 0);
        for (int i = 0; i < draws; i++)
        {
            stream.Next();
            counts[stream.Index] = counts.GetValueOrDefault(stream.Index) + 1;
        }

        double sum = Harmonic(records);
        double[] expected = [.. Enumerable.Range(1, Ranks).Select(rank => draws * Math.Pow(rank, -0.99) / sum)];
        Statistic(counts, records, expected, draws).ShouldBeLessThan(Limit);
    }

    /// <summary>
    /// Where 5 of 100 operations insert ten records each, a popular record stays as popular as the number of records allows.
    /// </summary>
    [Fact]
    public void Zipfian_WithInsertions_KeepsItsHotRecords()
    {
        const int loaded = 10_000;
        var counts = new Dictionary<long, int>();
        double[] expected = new double[Ranks];
        double sum = Harmonic(loaded);
        long records = loaded;
        int draws = 0;
        var stream = new OperationStream(Request("insert=5,read=95,keys=zipfian", loaded), 0, 0);
        while (draws < 100_000)
        {
            if (stream.Next().Kind == OperationKind.Read)
            {
                draws++;
                counts[stream.Index] = counts.GetValueOrDefault(stream.Index) + 1;
                for (int rank = 0; rank < Ranks; rank++)
                {
                    expected[rank] += Math.Pow(rank + 1, -0.99) / sum;
                }
            }

            for (; records < stream.Keys.Count; records++)
            {
                sum += Math.Pow(records + 1, -0.99);
            }
        }

        records.ShouldBeGreaterThan(4 * loaded);
        Statistic(counts, loaded, expected, draws).ShouldBeLessThan(Limit);
    }

    /// <summary>The reader of a lane that inserts sees its newest record as often as the law says of rank 1.</summary>
    [Fact]
    public void Latest_TheNewestRecord_HasTheFirstRanksShare()
    {
        double expected = 0;
        double sum = Harmonic(1000);
        long records = 1000;
        int newest = 0;
        var stream = new OperationStream(Request("insert=5,read=95,keys=latest", 1000) with { Batch = 1 }, 0, 0);
        for (int i = 0; i < 50_000; i++)
        {
            if (stream.Next().Kind == OperationKind.Read)
            {
                newest += stream.Index == stream.Keys.Count - 1 ? 1 : 0;
                expected += 1 / sum;
            }

            for (; records < stream.Keys.Count; records++)
            {
                sum += Math.Pow(records + 1, -0.99);
            }
        }

        ((double)newest).ShouldBe(expected, 5 * Math.Sqrt(expected));
    }

    /// <summary>
    /// The keys of the first two records that every user of YCSB has seen: user6284781860667377211, user8517097267634966620.
    /// </summary>
    [Theory]
    [InlineData(0, 6_284_781_860_667_377_211)]
    [InlineData(1, 8_517_097_267_634_966_620)]
    public void Hash_FirstKeysOfYcsb_AreItsOwn(long value, long key) => YcsbLaw.Hash(value).ShouldBe(key);

    /// <summary>1 / 26.469 of the draws, 3.78 %, are YCSB's first item, whose record its hash decides.</summary>
    [Theory]
    [InlineData("read=1,keys=ycsb", 1000)]
    [InlineData("read=1,keys=ycsb", 1_000_000)]
    [InlineData("insert=5,read=95,keys=ycsb", 10_000)]
    public void Ycsb_TheHottestKey_HasItsShare(string mix, int records)
    {
        const int draws = 200_000;
        var request = Request(mix, records) with { Batch = 1 };
        var stream = new OperationStream(request, 0, 0);
        long span = request.Mix.Inserts ? records + (2 * records * 5 / 100) : records;
        long hottest = 6_284_781_860_667_377_211 % span;
        hottest.ShouldBeLessThan(records, "this case is about a key that is there from the beginning");
        int read = 0;
        int hot = 0;
        while (read < draws)
        {
            if (stream.Next() is { Kind: not OperationKind.InsertOne })
            {
                read++;
                hot += stream.Index == hottest ? 1 : 0;
            }
        }

        // Some 96 % of the draws fall anywhere, and so a few more on the hottest key.
        double share = (1 / 26.46902820178302) + (0.5 / records);
        ((double)hot).ShouldBe(draws * share, (5 * Math.Sqrt(draws * share)) + (draws * 1.5 / records));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(89)]
    [InlineData(1000)]
    [InlineData(9973)]
    public void KeyOf_EveryRank_HasARecordAndNoTwoTheSame(int loaded)
    {
        var order = new RankOrder(loaded);
        Enumerable.Range(0, loaded + 50).Select(rank => order.KeyOf(rank)).Order()
            .ShouldBe(Enumerable.Range(0, loaded + 50).Select(key => (long)key));
    }

    private static double Statistic(Dictionary<long, int> counts, long loaded, double[] expected, int draws)
    {
        var order = new RankOrder(loaded);
        int[] seen = [.. Enumerable.Range(0, Ranks).Select(rank => counts.GetValueOrDefault(order.KeyOf(rank)))];
        double rest = draws - expected.Sum();
        return seen.Zip(expected, (s, e) => (s - e) * (s - e) / e).Sum() + (Math.Pow(draws - seen.Sum() - rest, 2) / rest);
    }

    private static double Harmonic(long records)
    {
        double sum = 0;
        for (long rank = records; rank > 0; rank--)
        {
            sum += Math.Pow(rank, -0.99);
        }

        return sum;
    }

    private static OperationRequest Request(string text, long loaded) =>
        new(OperationMix.TryParse(text, out var mix) ? mix : throw new ArgumentException(text), 1, 1, 10, loaded);
}
