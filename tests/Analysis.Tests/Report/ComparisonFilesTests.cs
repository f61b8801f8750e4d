using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

public class ComparisonFilesTests
{
    private static readonly Comparison Fixed = Comparison.Of(
        (new FakeSweep { Records = [50_000, 100_000, 150_000] } with
        {
            Trial = trial => trial.Point.RecordsPerSource == 150_000 ? trial with { Status = TrialStatus.Incomplete } : trial,
        }).Summary,
        new FakeSweep { Seed = 2, Speed = 0.9, Records = [50_000, 100_000, 150_000] }.Summary,
        0.05);

    [Fact]
    public void Write_FixedSweeps_PageFigureAndConsolePlotAreLocked()
    {
        using var folder = new TemporaryFolder();
        string page = ComparisonFiles.Write(folder.Path, Fixed);
        Repository.ShouldBeLocked("compare.html", File.ReadAllText(page));
        Repository.ShouldBeLocked("figures/comparison.svg",
            File.ReadAllText(Path.Combine(folder.Path, "figures", "comparison.svg")));
        Repository.ShouldBeLocked("forest.txt", ForestText.Of(Fixed));
    }

    [Fact]
    public void ForestText_NoRatio_IsEmpty()
    {
        var nothing = new FakeSweep { Trial = _ => null }.Summary;
        ForestText.Of(Comparison.Of(nothing, nothing, 0.05)).ShouldBeEmpty();
    }

    [Fact]
    public void ForestText_AnyInterval_StaysWithinItsLine()
    {
        foreach (double noise in new[] { 0.001, 0.05, 0.4 })
        {
            string text = ForestText.Of(Comparison.Of(
                new FakeSweep { Noise = noise }.Summary, new FakeSweep { Noise = noise, Seed = 3, Speed = 4 }.Summary, 0.05));
            text.Split('\n').Where(line => line.Length > 0).Select(line => line.Length).Distinct().Count().ShouldBe(1);
        }
    }
}
