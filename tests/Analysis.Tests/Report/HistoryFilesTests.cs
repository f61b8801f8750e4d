using DbIngest.Analysis.Compare;
using DbIngest.Analysis.Output;
using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Compare;

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
}
