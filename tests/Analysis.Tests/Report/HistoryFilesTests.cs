using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Compare;
using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Report;

public class HistoryFilesTests
{
    [Fact]
    public void Write_FixedHistory_PageFigureAndConsolePlotAreLocked()
    {
        var history = History.Of(HistoryTests.Runs(16, run => run < 10 ? 1 : 0.9), last: 8);
        using var folder = new TemporaryFolder();
        string page = HistoryFiles.Write(folder.Path, history);
        HistoryFiles.FilesOf(folder.Path, history).ShouldAllBe(file => File.Exists(file));
        Repository.ShouldBeLocked("history.html", File.ReadAllText(page));
        Repository.ShouldBeLocked("figures/history-1.svg",
            File.ReadAllText(Path.Combine(folder.Path, "figures", "history-1.svg")));
        Repository.ShouldBeLocked("history.txt", HistoryText.Of(history) + HistoryTable.Of(history).ToPlainText());
    }

    [Fact]
    public void PageOf_MoreLinesThanAreDrawn_SaysHowMany()
    {
        const string says = "Only 40 of 41 lines are drawn";
        string PageOf(int sizes) => HistoryFiles.PageOf(History.Of([("1", Reported.Of(new FakeSweep
        {
            Records = [.. Enumerable.Range(1, sizes).Select(size => size * 1000L)],
            Trials = 5,
            WarmUp = 1,
        }))]));

        PageOf(41).ShouldContain(says);
        PageOf(40).ShouldNotContain("lines are drawn");
    }
}
