using DbIngest.Analysis.Output;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Latency;
using DbIngest.Core.Operations;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Tables and tiles show the p99 of each kind of operation of a mix, however few there were of it.</summary>
public class HistogramRuleTests
{
    [Theory]
    [InlineData(5, "p99 of 50 operations 'update'")]
    [InlineData(1000, null)]
    public void Rule14_AKindWithFewOperations_IsNoted(int updates, string? label)
    {
        var histogram = new LatencyHistogram();
        for (int i = 0; i < updates; i++)
        {
            histogram.Record(1_000_000 + i);
        }

        var sweep = new FakeSweep
        {
            At = point => point with { Mix = OperationMix.TryParse("read=95,update=5", out var mix) ? mix : null },
            Trial = trial => trial with
            {
                Operations =
                [
                    Of(OperationKind.Read, trial.Latency!),
                    Of(OperationKind.Update, LatencySummary.Of(histogram)!),
                ],
            },
        };
        var verdict = sweep.Summary.Points[0].Rules.Single(rule => rule.Rule == 14);
        verdict.Label.ShouldBe(label);
        verdict.State.ShouldBe(label is null ? RuleState.Kept : RuleState.Noted);
    }

    /// <summary>The histogram of a mix, and what it cost, count operations.</summary>
    [Fact]
    public void Rule14_AMixWithFewOperations_CountsNoBatches()
    {
        var sweep = new FakeSweep
        {
            BatchesRecorded = 50,
            At = point => point with { Mix = OperationMix.TryParse("read=1", out var mix) ? mix : null },
        };
        var verdict = sweep.Summary.Points[0].Rules.Single(rule => rule.Rule == 14);
        verdict.Label.ShouldBe("p99 of 500 operations");
        verdict.Reason.ShouldStartWith("The merged histogram has 500 operations: its p99");
        var table = ResourceTable.PerRecord(Reported.Of(sweep));
        table.Title.ShouldBe("What an operation cost");
        table.Headers.ShouldContain("client CPU us/operation");
    }

    /// <summary>The answers to questions have histograms too: one that cannot be read ends no report.</summary>
    [Fact]
    public void Rule14_ADamagedHistogramOfAnswers_IsReported()
    {
        var questioned = Faults.Questioned;
        var rules = (questioned with
        {
            Trial = trial => questioned.Trial(trial)! with
            {
                Queries =
                [
                    .. questioned.Trial(trial)!.Queries!.Select(query =>
                        query with { Response = query.Response! with { Histogram = "AAAA" } }),
                ],
            },
        }).Summary.Points[0].Rules;
        rules.Single(rule => rule.Rule == 14).Label.ShouldBe("histogram damaged");
        var answers = rules.Single(rule => rule.Rule == 38);
        answers.State.ShouldBe(RuleState.Noted);
        answers.Reason.ShouldBe("No times of the answers could be read. They took time beside the load.");
    }

    /// <summary>Each histogram holds 2^62 batches: two exceed a counter of 64 bits.</summary>
    [Fact]
    public void Rule14_CountsThatOverflowTogether_AreReported()
    {
        var histogram = new LatencyHistogram();
        histogram.Record(1_000_000);
        for (int doubling = 0; doubling < 62; doubling++)
        {
            histogram.Merge(histogram);
        }

        var sweep = new FakeSweep { Trial = trial => trial with { Latency = LatencySummary.Of(histogram) } };
        var point = sweep.Summary.Points[0];
        point.Latency!.Batches.ShouldBe(1L << 62);
        point.Rules.Single(rule => rule.Rule == 14).Label.ShouldBe("histogram damaged");
    }

    private static OperationResult Of(OperationKind kind, LatencySummary latency) => new()
    {
        Kind = kind,
        Count = latency.Batches,
        Records = latency.Batches,
        Latency = latency,
    };
}
