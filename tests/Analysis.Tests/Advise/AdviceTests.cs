using DbIngest.Analysis.Advise;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Statistics;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Advise;

/// <summary>
/// Advice from made results. Disk space by hand: a fake sweep stores 108 bytes a record and 20,000 beside them, so a year of
/// 100 records/s, 3,153,600,000 of them, is 340.589 GB.
/// </summary>
public class AdviceTests
{
    private static readonly SearchLimit Limit = LimitOf("p99:100ms");

    private static readonly AdviceRequest Question = new(100, "1y", 31_536_000, Limit);

    [Theory]
    [InlineData(120, 110, 130, RateVerdict.Holds)]
    [InlineData(100, 90, 110, RateVerdict.Open)]
    [InlineData(90, 80, 99.9, RateVerdict.DoesNotHold)]
    public void Of_TheIntervalOfTheRate_Decides(double rate, double low, double high, RateVerdict verdict)
    {
        var store = Advice.Of(Question, [Searched("sqlite", rate, low, high)], None).Stores.ShouldHaveSingleItem();
        store.Verdict.ShouldBe(verdict);
        store.Margin.ShouldNotBeNull().ShouldBe(rate / 100, 1e-12);
        store.MarginInterval.ShouldBe(new Interval(low / 100, high / 100));
        store.NotMeasured.ShouldBe(["The disk space: no trials of several sizes measured it."]);
    }

    /// <summary>More trials may move the interval of a search without its end.</summary>
    [Theory]
    [InlineData(SearchEnd.Unfinished, 120, 110, 130)]
    [InlineData(SearchEnd.Unfinished, 90, 80, 99)]
    [InlineData(SearchEnd.Failing, 120, 110, 130)]
    public void Of_SearchWithoutItsEnd_DecidesNothing(SearchEnd end, double rate, double low, double high)
    {
        var advice = Advice.Of(Question, [Searched("sqlite", rate, low, high, end)], None);
        var store = advice.Stores.ShouldHaveSingleItem();
        store.Verdict.ShouldBe(RateVerdict.NotMeasured);
        store.SustainableRecordsPerS.ShouldBe(rate);
        store.NotMeasured.ShouldContain(what => what.StartsWith("The whole rate: its search is", StringComparison.Ordinal));
        advice.Answer[0].ShouldStartWith("No store is known to hold");
    }

    /// <summary>The store that lost records is the fastest, and would be called the best.</summary>
    [Fact]
    public void Of_StoreThatFailedAnAudit_HoldsNothingAndIsNamedFirst()
    {
        var lossy = Searched("postgres", 230, 210, 250);
        lossy = lossy with
        {
            Summary = lossy.Summary with
            {
                Points = [.. lossy.Summary.Points.Select(point =>
                    point with { Audit = point.Audit with { Verdict = AuditVerdict.Failed } })],
            },
        };
        var advice = Advice.Of(Question, [Searched("sqlite", 200, 180, 209), lossy], None);
        advice.Answer[0].ShouldBe("INVALID: postgres failed an audit.");
        advice.Answer[1].ShouldStartWith("sqlite holds 100 records/s");
        advice.Answer.Count.ShouldBe(2);
        advice.Stores[1].Verdict.ShouldBe(RateVerdict.NotMeasured);
        advice.Stores[1].NotMeasured[0].ShouldStartWith("Rate and disk space: the audit failed at 1 point,");
    }

    /// <summary>200,000 records were stored at most, and 100 records arrive in a second.</summary>
    [Theory]
    [InlineData(7_000, "and 3.5 times as many")]
    [InlineData(64_000, "and 32 times as many")]
    [InlineData(4_000_000, "and 2000 times as many")]
    [InlineData(31_536_000, "and 15,768 times as many")]
    public void Of_RecordsBeyondTheSizes_AreToldInPlainNumbers(double keepS, string words) =>
        Weakest(Question with { KeepS = keepS }, Result(Sizes.Summary, Sizes)).ShouldContain(weak =>
            weak.StartsWith("Disk: 200,000 records were stored at most, " + words, StringComparison.Ordinal));

    /// <summary>Trials of 100,000 and 200,000 records, half of which take 1,000 bytes more.</summary>
    private static readonly FakeSweep Sizes = new()
    {
        Trial = trial => trial with
        {
            Space = trial.Space! with
            {
                Net = trial.Space.Net with { DataBytes = trial.Space.Net.DataBytes + (trial.Trial % 2 * 1000) },
            },
        },
    };

    /// <summary>
    /// Far below the sizes that were measured the height of the line is uncertain too. The interval of a line at x is +-t s
    /// sqrt(1 / n + (x - mean)^2 / Sxx) (Draper, Smith, ch. 1): t(0.95, 18) = 2.1009, s = sqrt(20 x 500^2 / 18) = 527.05, n = 20,
    /// mean 150,000 and Sxx = 5e10 give +-778.3 bytes at 1,000 records, where the slope alone gives +-5.
    /// </summary>
    [Fact]
    public void Of_FewerRecordsThanWereMeasured_HasTheIntervalOfTheLine()
    {
        var store = Advice.Of(Question with { Keep = "10s", KeepS = 10 }, [Result(Sizes.Summary, Sizes)], None)
            .Stores.ShouldHaveSingleItem();
        store.DiskBytes.ShouldNotBeNull().ShouldBe(20_500 + 108_000, 1e-3);
        var interval = store.IntervalDiskBytes.ShouldNotBeNull();
        ((interval.High - interval.Low) / 2).ShouldBeInRange(778.3, 1_200);
        interval.Contains(store.DiskBytes!.Value).ShouldBeTrue();
    }

    [Fact]
    public void Of_SweepsOverSizes_ExtrapolatesWithTheInterval()
    {
        var sweep = Sizes;
        var store = Advice.Of(Question, [Result(sweep.Summary, sweep)], None).Stores.ShouldHaveSingleItem();
        store.Verdict.ShouldBe(RateVerdict.NotMeasured);
        store.BytesPerRecord.ShouldNotBeNull().ShouldBe(108, 0.01);
        store.DiskBytes.ShouldNotBeNull().ShouldBe(340.589e9, 0.05e9);
        store.IntervalDiskBytes!.Value.Contains(340.589e9).ShouldBeTrue();
        // Beside the line's own width 5 % per tenfold: log10(15,768) = 4.198 of them.
        store.IntervalDiskBytes!.Value.HalfWidthShareOf(340.589e9).ShouldBeInRange(0.2098, 0.2103);
        store.MostStoredRecords.ShouldBe(200_000);
        store.Extrapolation.ShouldNotBeNull().ShouldBe(15_768, 1e-6);
        store.Weakest.ShouldContain(weak => weak.StartsWith("Disk: 200,000 records were stored at most, and 15,768 times"));
        store.Weakest.ShouldContain(weak => weak.StartsWith("One deployment"));
        store.Weakest.ShouldContain(weak => weak.StartsWith("One machine"));
    }

    [Fact]
    public void Answer_OverlappingIntervals_NamesNoBest()
    {
        string words = Words(Searched("sqlite", 200, 180, 220), Searched("postgres", 230, 210, 250));
        words.ShouldContain("sqlite, postgres hold 100 records/s");
        words.ShouldContain("not put in order");
        words.ShouldNotContain("largest");
    }

    [Fact]
    public void Answer_SeparateIntervals_NamesTheBest() =>
        Words(Searched("sqlite", 200, 180, 209), Searched("postgres", 230, 210, 250))
            .ShouldContain("postgres has the largest margin");

    /// <summary>mysql is open, and may sustain more than both that hold the rate.</summary>
    [Fact]
    public void Answer_OpenStoreThatMaySustainMore_NamesNoBest()
    {
        string words = Words(Searched("sqlite", 200, 180, 209), Searched("postgres", 230, 210, 250),
            Searched("mysql", 150, 90, 400));
        words.ShouldContain("not put in order");
        words.ShouldNotContain("largest");
    }

    [Fact]
    public void Of_ResultsOfSeveralLevels_StatesTheLowest()
    {
        StoredResult[] results =
        [
            .. new[] { 0.99, 0.9 }.Select(level => Sizes with { Confidence = level })
                .Select(sweep => Result(sweep.Summary, sweep)),
        ];
        Advice.Of(Question, results, None).Confidence.ShouldBe(0.9);
    }

    [Fact]
    public void Of_EveryRateHolds_IsAtLeastTheHighest()
    {
        var advice = Advice.Of(Question, [Searched("sqlite", null, 0, 0, SearchEnd.EveryRateHolds)], None);
        advice.Stores[0].Verdict.ShouldBe(RateVerdict.Holds);
        advice.Stores[0].MarginAtLeast.ShouldBe(10);
        AdviceTable.Of(advice).Rows[0][2].ShouldBe("x10.0 or more");
    }

    [Fact]
    public void Of_NoRateHolds_DoesNotHold() => Advice.Of(Question, [Searched("sqlite", null, 0, 0, SearchEnd.NoRateHolds)], None)
        .Stores[0].Verdict.ShouldBe(RateVerdict.DoesNotHold);

    [Theory]
    [InlineData(2000, SearchEnd.EveryRateHolds, "sqlite: open, every rate that was tried holds, and all of them lie below it.")]
    [InlineData(5, SearchEnd.NoRateHolds, "sqlite: open, no rate that was tried holds, and all of them lie above it.")]
    public void Answer_RateThatWasNotTried_SaysOnWhichSideItLies(double asked, SearchEnd end, string sentence)
    {
        var advice = Advice.Of(Question with { RecordsPerS = asked }, [Searched("sqlite", null, 0, 0, end)], None);
        advice.Stores[0].Verdict.ShouldBe(RateVerdict.Open);
        advice.Answer[^1].ShouldBe(sentence);
    }

    [Fact]
    public void Answer_IntervalThatContainsTheRate_SaysSo() =>
        Words(Searched("sqlite", 100, 90, 110)).ShouldEndWith("sqlite: open, the interval contains the rate.");

    [Fact]
    public void Of_ASearchWithAnotherLimit_SaysSo() => Advice.Of(Question with { Limit = LimitOf("p95:1s") },
            [Searched("sqlite", 200, 180, 220)], None).Stores[0]
        .NotMeasured.ShouldContain("The rate: no search for p95:1000ms; there is one for p99:100ms.");

    /// <summary>Searches of one store differ in something: whose rate it is must not be guessed.</summary>
    [Fact]
    public void Of_TwoSearchesOfAStore_SaysWhichOneCounts()
    {
        var other = Searched("sqlite", 300, 280, 320);
        var search = other.Summary.Searches[0];
        other = other with
        {
            Summary = other.Summary with { Searches = [search with { Point = search.Point with { Batch = 7 } }] },
        };
        var store = Advice.Of(Question, [Searched("sqlite", 200, 180, 220), other], None).Stores.ShouldHaveSingleItem();
        store.SustainableRecordsPerS.ShouldBe(300);
        store.Weakest.ShouldContain("Rate: of 2 searches of this store the last one counts, with batch 7.");
    }

    [Fact]
    public void Of_QuestionsBesideTheIngestion_AreNotSaidToBeUnmeasured()
    {
        var result = Searched("sqlite", 200, 180, 220);
        var questioned = result with
        {
            Summary = result.Summary with { Points = [.. result.Summary.Points.Select(point => point with { Queries = [] })] },
        };
        bool IsSaid(StoredResult of) => Advice.Of(Question, [of], None).NotMeasured
            .Any(what => what.StartsWith("Queries beside the ingestion", StringComparison.Ordinal));
        IsSaid(result).ShouldBeTrue();
        IsSaid(questioned).ShouldBeFalse();
    }

    /// <summary>A trial that did not reach its database took no time, and is no short trial.</summary>
    [Fact]
    public void Of_TrialsThatFailed_AreNotTheShortest()
    {
        var result = Searched("sqlite", 200, 180, 220);
        var trials = result.Summary.Trials;
        result = result with
        {
            Summary = result.Summary with
            {
                Searches = [result.Summary.Searches[0] with { Steps = [new SearchStep(4, 100, true, 0.05)] }],
                Trials =
                [
                    .. trials.Select(trial => trial with { ElapsedS = 10 }),
                    trials[^1] with { Status = TrialStatus.Unreachable, ElapsedS = 0 },
                ],
            },
        };
        Advice.Of(Question, [result], None).Stores.ShouldHaveSingleItem().Weakest
            .ShouldContain("Rate: the shortest trial lasted 10 s; what takes longer to show is not in it.");
    }

    /// <summary>In a result of two stores, each answers for its own trials and its own search.</summary>
    [Fact]
    public void Of_TwoStoresInOneResult_HaveTheirOwnWeaknesses()
    {
        var sweep = new FakeSweep
        {
            Databases = ["sqlite", "postgres"],
            Records = [1000],
            Trial = trial => trial.Point.Database == "sqlite" || trial.Trial != 5 ? trial : trial with
            {
                Status = TrialStatus.Invalid,
                Audit = trial.Audit! with { Passed = false, MissingRecords = 1 },
            },
        };
        var summary = sweep.Summary with
        {
            Searches =
            [
                FakeSearch.Of(sweep.Points[0], SearchEnd.Found, 200, 180, 220),
                FakeSearch.Of(sweep.Points[1], SearchEnd.NoRateHolds),
            ],
        };
        summary = summary with { Rules = [.. summary.Rules, SearchRules.Rule33Search(summary)] };
        var ofBoth = summary.Rules.Where(rule => rule is { State: RuleState.Broken, Rule: not 33 }).Select(rule => rule.Rule);
        int[] Broken(int point) =>
        [
            .. summary.Points[point].Rules.Where(rule => rule.State == RuleState.Broken).Select(rule => rule.Rule)
                .Concat(ofBoth).Distinct().Order(),
        ];
        var stores = Advice.Of(Question, [Result(summary, sweep)], None).Stores;

        Named(stores[0]).ShouldBe(Broken(0));
        Named(stores[1]).ShouldBe([.. Broken(1).Append(33).Order()]);
        Broken(1).Except(Broken(0)).ShouldNotBeEmpty();

        static int[] Named(StoreAdvice store) => [.. store.Weakest
            .Where(weak => weak.StartsWith("Rule ", StringComparison.Ordinal))
            .Select(weak => int.Parse(weak.Split(' ')[1], System.Globalization.CultureInfo.InvariantCulture)).Order()];
    }

    [Fact]
    public void Of_AMissingStore_HasItsReason()
    {
        var advice = Advice.Of(Question, [Searched("sqlite", 200, 180, 220)],
            new Dictionary<string, string> { ["neo4j"] = "No server answers <here>." });
        var lost = advice.Stores[^1];
        lost.Store.ShouldBe("neo4j");
        lost.Verdict.ShouldBe(RateVerdict.NotMeasured);
        lost.NotMeasured.ShouldBe(["No server answers <here>."]);
        string page = AdviceFiles.PageOf(advice, ["dbingest advise"]);
        page.ShouldContain("No server answers &lt;here&gt;.");
        AdviceFiles.MarkdownOf(advice, ["dbingest advise"]).ShouldContain("## neo4j");
        advice.NotMeasured.ShouldContain(what => what.StartsWith("Your records"));
    }

    /// <summary>Operations of a mix are no records.</summary>
    [Fact]
    public void Of_ASearchOverOperations_IsNoRateOfRecords()
    {
        var result = Searched("sqlite", 200, 180, 220);
        var search = result.Summary.Searches[0];
        OperationMix.TryParse("read=95,update=5", out var mix).ShouldBeTrue();
        result = result with
        {
            Summary = result.Summary with { Searches = [search with { Point = search.Point with { Mix = mix } }] },
        };
        Advice.Of(Question, [result], None).Stores.ShouldBeEmpty();
    }

    [Fact]
    public void Of_ArrivalsOfAnotherLaw_SaysSo()
    {
        var result = Searched("sqlite", 200, 180, 220);
        result = result with
        {
            Manifest = result.Manifest with
            {
                Configuration = result.Manifest.Configuration with { Search = new SearchPlan(Limit, null, 0) },
            },
        };
        const string random = "Rate: arrivals of the search had equal intervals, and random ones are asked.";
        Weakest(Question with { IsPoisson = true }, result).ShouldContain(random);
        Weakest(Question, result).ShouldNotContain(random);
    }

    [Fact]
    public void Of_RateAndDiskOfUnlikeSweeps_SaysInWhatTheyDiffer()
    {
        var searched = Searched("sqlite", 200, 180, 220);
        var sized = Result(Sizes.Summary, Sizes);
        var search = searched.Summary.Searches[0];
        var other = searched with
        {
            Summary = searched.Summary with { Searches = [search with { Point = search.Point with { Batch = 7 } }] },
        };
        Weakest(Question, other, sized)
            .ShouldContain("Rate and disk come from unlike sweeps: batch 7 for the rate, 1000 for the disk.");
        Weakest(Question, searched, sized).ShouldNotContain(weak => weak.StartsWith("Rate and disk", StringComparison.Ordinal));
    }

    /// <summary>100 records/s for 10 s are one batch of 1,000: its response time is every percentile.</summary>
    [Theory]
    [InlineData(100, true)]
    [InlineData(9_999, true)]
    [InlineData(10_000, false)]
    public void Of_FewBatchesInATrial_SaysSo(double asked, bool says) =>
        Weakest(Question with { RecordsPerS = asked }, Searched("sqlite", 200, 180, 220))
            .Any(weak => weak.StartsWith("Rate: batches that arrive", StringComparison.Ordinal)).ShouldBe(says);

    private static readonly Dictionary<string, string> None = [];

    private static IReadOnlyList<string> Weakest(AdviceRequest question, params StoredResult[] results) =>
        Advice.Of(question, results, None).Stores.ShouldHaveSingleItem().Weakest;

    private static string Words(params StoredResult[] results) => string.Join(" ", Advice.Of(Question, results, None).Answer);

    private static StoredResult Searched(string database, double? rate, double low, double high,
        SearchEnd end = SearchEnd.Found)
    {
        var sweep = new FakeSweep { Databases = [database], Records = [1000], At = point => point with { DurationS = 10 } };
        return Result(sweep.Summary with
        {
            Searches =
            [
                new SearchFigures
                {
                    Point = sweep.Points[0],
                    Limit = Limit,
                    End = end,
                    RecordsPerS = rate,
                    IntervalRecordsPerS = rate is null ? null : new Interval(low, high),
                    AskedPrecision = null,
                    LowestRecordsPerS = 10,
                    HighestRecordsPerS = 1000,
                    Steps = [],
                },
            ],
        }, sweep);
    }

    private static StoredResult Result(SweepSummary summary, FakeSweep sweep) => new("folder", sweep.Manifest, summary);

    private static SearchLimit LimitOf(string text) =>
        SearchLimit.TryParse(text, out var limit) ? limit : throw new ArgumentException(text);
}
