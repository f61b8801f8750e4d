using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

/// <summary>What a reader sees first where there are several databases.</summary>
public class RankingTests
{
    private static readonly string[] Names = ["slow", "fast", "middle"];

    private static FakeSweep Three => new()
    {
        Databases = Names,
        Trial = trial =>
            FakeSweep.WithElapsed(trial, trial.ElapsedS * (trial.Point.Database switch { "fast" => 1, "middle" => 2, _ => 10 })),
    };

    [Fact]
    public void Page_SeveralDatabases_RanksThemBeforeTheFirstFigure()
    {
        string page = Page(Three);
        int ranking = page.IndexOf("Ranked at 100,000 records a source", StringComparison.Ordinal);
        ranking.ShouldBeInRange(0, page.IndexOf("<figure>", StringComparison.Ordinal));
        string table = page[ranking..page.IndexOf("<figure>", StringComparison.Ordinal)];
        Names.OrderBy(name => table.IndexOf($"<th scope=\"row\">{name}</th>", StringComparison.Ordinal))
            .ShouldBe(["fast", "middle", "slow"]);
        table.ShouldContain(">slower</td>");
        table.ShouldContain(">none</td>", Case.Sensitive, "no rule is broken");
        page.ShouldNotContain("class=\"glance\"");
        Page(new FakeSweep()).ShouldContain("class=\"glance\"");
    }

    /// <summary>Fewer records may be written faster: figures at unlike points have no best.</summary>
    [Fact]
    public void Page_NoPointIsCommon_NamesNoBest()
    {
        string page = Page(Three with
        {
            Places = [.. Three.Points.Where(point => (point.Database == "fast") == (point.RecordsPerSource == 50_000))],
        });
        page.ShouldContain("No point is common to all: each at its largest");
        page.ShouldNotContain("the best figure");
        Page(Three).ShouldContain("the best figure");
    }

    [Fact]
    public void Page_DatabaseWithoutFigures_IsNamedBelowTheRanked()
    {
        string page = Page(
            Three with { Trial = trial => trial.Point.Database == "slow" ? trial with { Status = TrialStatus.Invalid } : trial });
        page.ShouldContain("INVALID: a trial failed its audit</td>");
    }

    /// <summary>The figures of the headline, the ranking and the matrix are those of one claim.</summary>
    [Fact]
    public void HeadlineAndMatrix_SayTheSameRatio()
    {
        var result = Reported.Of(Three with { Noise = 0.3 });
        var matrix = PairMatrix.Of(result.Summary.Analysis[0], result.Summary);
        matrix.Headers.Skip(1).ShouldBe(["fast", "middle", "slow"]);
        string cell = matrix.Rows[1][1].Split('\n')[0];
        AnswerLine.Of([result]).ShouldContain($"; middle {cell}");
        Page(Three with { Noise = 0.3 }).ShouldContain($">{cell}</td>");
    }

    [Fact]
    public void Matrix_Cells_AreInversesAndCountNoVerdictThatIsNotThere()
    {
        var summary = Reported.Of(Three).Summary;
        var matrix = PairMatrix.Of(summary.Analysis[0], summary);
        matrix.Rows[0][3].ShouldEndWith("faster, as at all 2 N");
        matrix.Rows[2][1].ShouldEndWith("slower, as at all 2 N");
        matrix.Rows[1][2].ShouldBe("–");
        AnalysisTable.Notes(summary.Analysis[0], summary)
            .ShouldContain(note => note.Contains("; slower at all 2 N.", StringComparison.Ordinal));
        AnalysisTable.Notes(summary.Analysis[0], summary).ShouldAllBe(note => !note.Contains(" at 0", StringComparison.Ordinal));
    }

    /// <summary>Where the clock ends a trial, its number of records is an upper bound, which no trial reaches.</summary>
    [Fact]
    public void MatrixAndForest_TrialsEndedByTheClock_NameTheirTime()
    {
        var result = Reported.Of(Three with
        {
            Records = [SweepAxes.Records.Largest],
            At = point => point with { DurationS = 2 },
        });
        PairMatrix.Of(result.Summary.Analysis[0], result.Summary).Title.ShouldStartWith("At 2 s a trial: ");
        var forest = ForestFigures.Databases(result, number: null)!;
        forest.Rows.Select(row => row.Label).ShouldContain("fast / slow, 2 s a trial");
        forest.Rows.ShouldAllBe(row => !row.Label.Contains("1,000,000,000", StringComparison.Ordinal));
        forest.Caption.ShouldNotContain("N is");
        Page(Three).ShouldContain("At 100,000 records a source: the row");
    }

    [Fact]
    public void Matrix_TooFewTrials_ClaimsNothing()
    {
        var summary = Reported.Of(Three with { Trials = 5 }).Summary;
        PairMatrix.HasClaims(summary.Analysis[0], summary).ShouldBeFalse();
        PairVerdicts.Of(summary.Analysis[0].Pairs[0], summary).ShouldBe("no claim");
    }

    [Fact]
    public void Page_ResultsOfSeveralConfidences_StatesTheLevelsOfTheirIntervals()
    {
        StoredResult[] results =
        [
            Reported.Of(new FakeSweep { Databases = ["fast"] }),
            Reported.Of(new FakeSweep { Databases = ["slow"], Confidence = 0.9 }),
        ];
        ReportPage.Of(results, FigureCatalog.Of(results)).ShouldContain("with the 90 % to 95 % interval of each");
    }

    private static string Page(FakeSweep sweep)
    {
        StoredResult[] results = [Reported.Of(sweep)];
        return ReportPage.Of(results, FigureCatalog.Of(results));
    }
}
