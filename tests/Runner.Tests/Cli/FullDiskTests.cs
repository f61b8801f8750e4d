namespace DbIngest.Runner.Tests.Cli;

[Needs("mount")]
public class FullDiskTests
{
    [Fact]
    public void Run_DiskFull_KeepsWhatIsSoundAndResumesWithSpace()
    {
        using var folder = new CommandFolder();
        using var disk = MemoryDisk.Mount(folder.File("disk"), "200k");
        string[] sweep = ["--db=null", "--records=100", "--sources=2", "--batch=10", "--trials=150", "--warmup=1", "--out",
            disk.Path, "--work-folder", folder.Path];

        var result = folder.Expect(ExitCode.PointsMissing, sweep);
        result.Error.ShouldContain("Free some space");
        result.Error.ShouldContain("To resume: ");

        disk.TryResize("20m").ShouldBeTrue();
        string sweepFolder = Directory.GetDirectories(disk.Path).ShouldHaveSingleItem();
        folder.Expect(ExitCode.Done, "--resume", sweepFolder, "--work-folder", folder.Path);
        File.ReadLines(Path.Combine(sweepFolder, "trials.jsonl"))
            .Count(l => l.Contains("\"kind\":\"trial\"", StringComparison.Ordinal)).ShouldBe(150);
    }

    [Fact]
    public void Run_DatabaseDiskFull_IsMissingPointsNotACrash()
    {
        using var folder = new CommandFolder();
        using var disk = MemoryDisk.Mount(folder.File("disk"), "4m");
        var result = folder.Expect(
            ExitCode.PointsMissing, "--records=1000,100k", "--sources=2", "--trials=2", "--retries=0", "--work-folder",
                disk.Path);
        result.Error.ShouldContain("incomplete");
        folder.Trials.Where(t => t.Point.RecordsPerSource == 1000).ShouldAllBe(t => t.Audit!.Passed);
        folder.Trials.Where(t => t.Point.RecordsPerSource != 1000)
            .ShouldAllBe(t => t.Status == Core.Results.TrialStatus.Incomplete);
    }
}
