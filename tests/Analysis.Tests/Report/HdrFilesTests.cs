using DbIngest.Analysis.Report;
using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Operations;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Report;

public class HdrFilesTests
{
    [Fact]
    public void Write_Mix_HasALinePerMeasuredTrialAndKind()
    {
        using var folder = new TemporaryFolder();
        var sweep = new FakeSweep
        {
            Trials = 5,
            Trial = trial => trial with
            {
                Operations = [.. ((OperationKind[])[OperationKind.Read, OperationKind.InsertBatch])
                    .Select(kind => new OperationResult { Kind = kind, Count = 1000, Records = 1000, Latency = trial.Latency })],
            },
        };
        string place = HdrFiles.Write(folder.Path, [Reported.Of(sweep)]);

        string[] files = Directory.GetFiles(place);
        files.Order(StringComparer.Ordinal).ShouldBe(HdrFiles.FilesOf(folder.Path, [Reported.Of(sweep)]));
        files.Length.ShouldBe(2);
        File.ReadAllLines(files[0]).Count(line => line.StartsWith("Tag=read,", StringComparison.Ordinal)).ShouldBe(2);
        File.ReadAllLines(files[0]).Count(line => line.StartsWith("Tag=insert_batch,", StringComparison.Ordinal)).ShouldBe(2);
    }

    /// <summary>A name with a line break must not become lines of the log, which tools would read as intervals.</summary>
    [Fact]
    public void Write_FolderWithALineBreak_StaysOneComment()
    {
        using var folder = new TemporaryFolder();
        var result = Reported.Of(new FakeSweep { Records = [50_000] }) with { Folder = "a\nTag=forged,0,1,1,x" };
        // Of two results with one name, the logs have the names of the folders.
        var files = Directory.GetFiles(HdrFiles.Write(folder.Path, [result, result with { Folder = "b" }]));
        string[] lines = File.ReadAllLines(files.Order(StringComparer.Ordinal).First());
        lines[0].ShouldStartWith("#[a Tag=forged");
        lines.ShouldNotContain(line => line.StartsWith("Tag=forged", StringComparison.Ordinal));
    }

    /// <summary>Results without a mix have batches; trials without a readable histogram have no line.</summary>
    [Fact]
    public void Write_BatchesAndDamage_LeaveNoEmptyLine()
    {
        using var folder = new TemporaryFolder();
        var sweep = new FakeSweep
        {
            Trials = 5,
            Records = [50_000],
            Trial = trial => trial.Trial == 4 ? trial with { Latency = trial.Latency! with { Histogram = "no" } }
                : trial with { Latency = trial.Latency },
        };
        string place = HdrFiles.Write(folder.Path, [Reported.Of(sweep)]);
        File.ReadAllLines(Directory.GetFiles(place).ShouldHaveSingleItem())
            .Count(line => line.StartsWith("Tag=batch,", StringComparison.Ordinal)).ShouldBe(1);
        var without = sweep with { Trial = trial => trial with { Latency = null } };
        HdrFiles.FilesOf(folder.Path, [Reported.Of(without)]).ShouldBeEmpty();
    }
}
