using DbIngest.Analysis.Figures;
using DbIngest.Analysis.Figures.Charts;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Summary;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Analysis.Tests.Report;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Figures;

/// <summary>CPU is a share of the cores of those machines whose CPU was read.</summary>
public class UsageTests
{
    /// <summary>Three nodes of 16 cores, half of them busy, and a client of 4, whose trials do not tell their number.</summary>
    private static readonly FakeSweep Nodes = new()
    {
        Records = [100_000],
        Trial = trial => FakeSweep.WithElapsed(trial, 1.5 * trial.ElapsedS) with
        {
            Client = trial.Client! with { CpuS = 3, CpuShare = 0.25, Cores = null },
            Server = trial.Server! with { CpuS = 72, CpuShare = 0.5, Cores = 48 },
            Samples =
            [
                .. Enumerable.Range(1, 3).Select(second => new ThroughputSample
                {
                    AtS = second,
                    Phase = "ingest",
                    AcknowledgedRecords = 30_000 * second,
                    ClientCpuS = second,
                    ClientRssBytes = 100_000_000,
                    ServerCpuS = 24 * second,
                    ServerRssBytes = 200_000_000,
                }),
            ],
        },
    };

    private static readonly StoredResult Deployed = Reported.Of(Nodes);

    [Theory]
    [InlineData("server", 50)]
    [InlineData("client", 25)]
    public void Cpu_MachinesOfOtherCores_IsAShareOfTheirs(string side, double percent) =>
        FigureCatalog.Of([Deployed]).OfType<TimeChart>().Single(chart => chart.Name == "cpu-over-time").Series
            .Single(line => line.Name.EndsWith(side, StringComparison.Ordinal)).Steps.Select(step => step.Value)
            .ShouldAllBe(value => Math.Abs(value - percent) < 1e-9);

    /// <summary>The reading after a missing one had counted all that the server had used since the start: 150 %.</summary>
    [Fact]
    public void Cpu_SampleWithoutAReading_IsPassedOver()
    {
        var silent = Reported.Of(Nodes with
        {
            Trial = trial => Nodes.Trial(trial)! with
            {
                Samples =
                [
                    .. Nodes.Trial(trial)!.Samples
                        .Select(sample => sample.AtS == 2 ? sample with { ServerCpuS = null } : sample),
                ],
            },
        });
        FigureCatalog.Of([silent]).OfType<TimeChart>().Single(chart => chart.Name == "cpu-over-time").Series
            .Single(line => line.Name.EndsWith("server", StringComparison.Ordinal)).Steps
            .Select(step => Math.Round(step.Value, 6)).ShouldBe([50, 50]);
    }

    [Fact]
    public void Page_MachinesOfOtherCores_SaysHowMany()
    {
        string page = ReportPage.Of([Deployed], FigureCatalog.Of([Deployed]));
        page.ShouldContain(">of 48 cores<");
        page.ShouldContain(">of 4 cores<");
        page.ShouldNotContain("cores of the client");
    }
}
