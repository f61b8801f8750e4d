using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Plan;
using DbIngest.Core.Searches;

namespace DbIngest.Analysis.Tests.Output;

/// <summary>What arrives in a search of a mix are operations, and no sentence or table calls them records.</summary>
public class SearchTableTests
{
    [Theory]
    [InlineData(null, "records/s")]
    [InlineData("read=95,update=5", "operations/s")]
    public void Of_ASearch_CountsWhatArrives(string? mix, string unit)
    {
        var sweep = new FakeSweep();
        var point = sweep.Points[0] with { Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null };
        var found = FakeSearch.Of(point, SearchEnd.Found, 500, 480, 520);
        SearchTable.Of(sweep.With(found)).ShouldNotBeNull().Headers.ShouldContain(unit);
        foreach (var search in (SearchFigures[])[found, FakeSearch.Of(point, SearchEnd.EveryRateHolds),
            FakeSearch.Of(point, SearchEnd.NoRateHolds)])
        {
            SearchSentences.Of(search).ShouldContain($" {unit}");
        }

        SearchRules.Rule33Search(sweep.With(FakeSearch.Of(point, SearchEnd.NoRateHolds))).Reason.ShouldContain($" {unit} ");
    }

    /// <summary>The words of a limit had called operations records, or batches.</summary>
    [Theory]
    [InlineData("errors:1%", null, "1 % of the records given up or retried")]
    [InlineData("errors:1%", "read=1", "1 % of the operations given up or retried")]
    [InlineData("backlog:5", null, "5 batches waiting at the end")]
    [InlineData("backlog:5", "read=1", "5 operations waiting at the end")]
    public void Of_LimitOfASearch_CountsWhatArrives(string text, string? mix, string words)
    {
        var sweep = new FakeSweep();
        var search = FakeSearch.Of(
            sweep.Points[0] with { Mix = OperationMix.TryParse(mix, out var parsed) ? parsed : null }, SearchEnd.NoRateHolds) with
        {
            Limit = SearchLimit.TryParse(text, out var limit) ? limit : FakeSearch.Limit,
            Steps = [new SearchStep(4, 400, false, 0.01)],
        };
        SearchTable.Of(sweep.With(search)).ShouldNotBeNull().Title.ShouldContain(words);
        SearchSentences.Of(search).ShouldContain(words);
        SearchRules.Rule33Search(sweep.With(search)).Reason.ShouldContain(words);
        var chart = SearchCharts.Of([new StoredResult("f", sweep.Manifest, sweep.With(search))]).OfType<LineChart>().Single();
        chart.Caption.ShouldContain(words);
        words.ShouldEndWith(chart.YTitle[2..]);
    }

    [Fact]
    public void Sentences_SearchOfWhichATrialFailedItsAudit_ClaimsNoRate()
    {
        var sweep = new FakeSweep { Databases = ["sqlite", "postgres"], Records = [1000] };
        var summary = sweep.With([.. sweep.Points.Select(point => FakeSearch.Of(point, SearchEnd.Found, 500, 480, 520))]);
        summary = summary with
        {
            Points = [.. summary.Points.Select(point => point.Point.Database == "sqlite" ? point
                : point with { Audit = point.Audit with { Verdict = AuditVerdict.Failed } })],
        };
        string[] sentences = [.. SearchSentences.Of(summary)];
        sentences[0].ShouldStartWith("sqlite holds");
        sentences[1].ShouldBe("postgres: no rate is claimed, as a trial of its search failed its audit.");
    }

    /// <summary>The lower of the two had been drawn.</summary>
    [Fact]
    public void Chart_TwoTrialsAtARate_DrawsTheirMedian()
    {
        var sweep = new FakeSweep();
        var search = FakeSearch.Of(sweep.Points[0], SearchEnd.Found, 500, 480, 520) with
        {
            Steps = [new SearchStep(4, 400, true, 0.01), new SearchStep(5, 400, true, 0.05)],
        };
        var chart = SearchCharts.Of([new StoredResult("f", sweep.Manifest, sweep.With(search))]).OfType<LineChart>().Single();
        chart.Series[0].Points.Single().Y.ShouldNotBeNull().ShouldBe(30, 1e-9);
    }

    [Theory]
    [InlineData(12, false)]
    [InlineData(13, true)]
    public void Chart_MoreSearchesThanItHolds_SaysSo(int count, bool said)
    {
        var sweep = new FakeSweep();
        var searches = Enumerable.Range(1, count).Select(i => FakeSearch.Of(
            sweep.Points[0] with { Database = FormattableString.Invariant($"db{i:00}") }, SearchEnd.Found, 500, 480, 520) with
        {
            Steps = [new SearchStep(4, 400, true, 0.01)],
        });
        SearchCharts.Of([new StoredResult("f", sweep.Manifest, sweep.With([.. searches]))]).OfType<LineChart>().Single()
            .Caption.EndsWith(" Only the first 12 of 13 searches are drawn; the table has all.", StringComparison.Ordinal)
            .ShouldBe(said);
    }

    [Theory]
    [InlineData(1300, "no bounds")]
    [InlineData(900, "rate +-89.0 %")]
    public void Rule33Search_IntervalThatBoundsNothing_SaysSo(double high, string label)
    {
        var sweep = new FakeSweep();
        SearchRules.Rule33Search(sweep.With(FakeSearch.Of(sweep.Points[0], SearchEnd.MostSteps, 500, 10, high))).Label
            .ShouldBe(label);
    }

    /// <summary>Where most trials failed, the others may all have held the limit: that is no rate with an interval.</summary>
    [Theory]
    [InlineData(SearchEnd.Found)]
    [InlineData(SearchEnd.MostSteps)]
    public void Rule33Search_WithoutARate_IsBroken(SearchEnd end)
    {
        var sweep = new FakeSweep();
        var verdict = SearchRules.Rule33Search(sweep.With(FakeSearch.Of(sweep.Points[0], end)));
        verdict.State.ShouldBe(RuleState.Broken);
        verdict.Reason.ShouldContain("no rate is known");
    }
}
