using System.Text.Json;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Prices from <c>run</c> over <c>report</c> and <c>compare</c>: where they live, and who replaces them.</summary>
public class PriceCommandTests
{
    private static readonly string[] Run = ["run", "--db=null", "--records=500", "--sources=1", "--batch=100", "--trials=3",
        "--warmup=1"];

    [Fact]
    public void Run_WithAPrice_RecordsIt_AndReportReplacesIt()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, [.. Run, "--price=0.36EUR/h"]).Output.ShouldContain("EUR per million");
        var manifest = ResultFolder.Open(folder.Result).ReadManifest();
        manifest.Prices!.ToString().ShouldBe("0.36EUR/h");
        Cost(folder).GetProperty("per_h").GetDouble().ShouldBe(0.36);

        File.WriteAllText(folder.File("prices"), "# ours\n0.72EUR/h\n0.1EUR/GB-month  # disks\n1k/s\n");
        folder.Expect(ExitCode.Done, "report", folder.Result, "--price=prices").Output.ShouldContain("EUR per month");
        Cost(folder).GetProperty("per_h").GetDouble().ShouldBe(0.72);
        folder.Expect(ExitCode.Done, "report", folder.Result, "--check").Output.ShouldNotContain("WRONG");
        folder.Expect(ExitCode.Done, "report", folder.Result).Output.ShouldContain("EUR per month");
        ResultFolder.Open(folder.Result).ReadManifest().Prices!.ToString().ShouldBe("0.36EUR/h");
        File.ReadAllText(Path.Combine(folder.Result, "report.html")).ShouldContain("EUR per million");
        File.ReadAllText(Path.Combine(folder.Result, "report.md")).ShouldContain("EUR per million");
        File.ReadAllText(Path.Combine(folder.Result, "summary.csv")).ShouldContain("cost_per_million");
    }

    [Fact]
    public void Resume_KeepsThePrice_OfAFileThatIsGone_AndTakesAnother()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("prices"), "1/h\n");
        folder.Expect(ExitCode.Done, [.. Run, "--price=prices"]);
        File.Delete(folder.File("prices"));
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--trials=4");
        Cost(folder).GetProperty("per_h").GetDouble().ShouldBe(1);
        folder.Expect(ExitCode.Done, "run", "--resume", folder.Result, "--price=2/h");
        Cost(folder).GetProperty("per_h").GetDouble().ShouldBe(2);
        folder.Trials.Count.ShouldBe(4);
    }

    /// <summary>The files in the folder stay at the prices that it has: figures by others come at the end of a run.</summary>
    [Fact]
    public void Resume_WithAnotherPriceAndInterrupted_LeavesPricesAndFiguresOfBefore()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "run", "--db=sqlite", "--records=10k", "--rate=20k", "--sources=2", "--batch=500",
            "--trials=2", "--warmup=1", "--price=1/h");
        folder.Expect(ExitCode.Done, "report", folder.Result, "--price=2/h");

        using var command = folder.Start("run", "--resume", folder.Result, "--trials=6", "--price=3/h", "--verbose");
        command.WaitForError("\ningest\n");
        command.Signal("INT");
        var result = command.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.Interrupted, result.ToString());
        result.Error.Split('\n').Count(line => line.Contains("--price=3/h", StringComparison.Ordinal))
            .ShouldBe(2, "the lines that resume and report say it");
        ResultFolder.Open(folder.Result).ReadPrices()!.ToString().ShouldBe("2/h");
        folder.Expect(ExitCode.Done, "report", folder.Result, "--check").Output.ShouldNotContain("WRONG");
    }

    /// <summary>What is packed or published has figures at the later prices: without them it would seem changed.</summary>
    [Fact]
    public void ArchiveAndPublish_WithLaterPrices_CarryThem()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, [.. Run, "--price=1/h"]);
        folder.Expect(ExitCode.Done, "report", folder.Result, "--price=2/h");
        folder.Expect(ExitCode.Done, "archive", folder.Result, "--out=a.tar.gz");
        folder.Shell("mkdir unpacked && tar -xzf a.tar.gz -C unpacked").ExitCode.ShouldBe(0);
        string unpacked = Directory.GetDirectories(folder.File("unpacked")).ShouldHaveSingleItem();
        folder.Expect(ExitCode.Done, "report", unpacked, "--check").Output.ShouldContain("right: ");
        folder.Expect(ExitCode.Done, "publish", folder.Result);
        string copy = Directory.GetDirectories(folder.File("site/results")).ShouldHaveSingleItem();
        folder.Expect(ExitCode.Done, "report", copy, "--check").Output.ShouldContain("right: ");
    }

    [Fact]
    public void Compare_WithPrices_ShowsTheCosts()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, Run);
        string first = folder.Result;
        Directory.Move(first, folder.File("a"));
        folder.Expect(ExitCode.Done, Run);
        var result = folder.Run("compare", "a", folder.Result, "--threshold=90", "--price=1EUR/h", "--out=page");
        result.Output.ShouldContain("Cost of a million records in EUR");
        File.ReadAllText(folder.File("page/compare.html")).ShouldContain("Cost of a million records in EUR");
        folder.Run("compare", "a", folder.Result, "--threshold=90").Output.ShouldNotContain("Cost");
    }

    [Fact]
    public void Price_OfANameThatNothingHas_IsSaidByName()
    {
        using var folder = new CommandFolder();
        var ran = folder.Expect(ExitCode.Done, [.. Run, "--price=0.12/h,nul=0.5/h"]);
        (ran.Output + ran.Error).ShouldContain("no database, node or host is named nul, so that its price is not used.");
        File.ReadAllText(Path.Combine(folder.Result, "run.log")).ShouldContain("is named nul");
        folder.Expect(ExitCode.Done, "report", folder.Result, "--price=nll=0.5/h").Error.ShouldContain("is named nll");
        folder.Expect(ExitCode.Done, "report", folder.Result, "--price=null=0.5/h").Error.ShouldNotContain("--price");
    }

    /// <summary>The number has a comma in place of the point.</summary>
    [Fact]
    public void Run_FileWithALineThatIsNoPrice_NamesTheLine()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("prices"), "# ours\n50k/s\n\n0.72EUR/h\n0,1EUR/GB-month\n");
        folder.Expect(ExitCode.BadArguments, [.. Run, "--price=prices"]).Error
            .ShouldContain("--price: line 5 of prices is not an entry. Prices are entries");
        folder.HasResult.ShouldBeFalse();
    }

    [Fact]
    public void Run_FileThatIsTooLarge_IsRefusedForItsSize()
    {
        using var folder = new CommandFolder();
        File.WriteAllText(folder.File("prices"), "0.72EUR/h\n" + new string('#', 65 * 1024));
        folder.Expect(ExitCode.BadArguments, [.. Run, "--price=prices"]).Error
            .ShouldContain("--price: prices is larger than 64 KiB");
    }

    [Theory]
    [InlineData("0.12")]
    [InlineData("missing.txt")]
    public void Run_NoPrices_IsRefusedWithTheForm(string price)
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.BadArguments, [.. Run, $"--price={price}"]).Error
            .ShouldContain($"--price: '{price}' is neither prices nor a file of them. Prices are entries");
        folder.HasResult.ShouldBeFalse();
    }

    private static JsonElement Cost(CommandFolder folder) =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Result, "summary.json"))).RootElement
            .GetProperty("points")[0].GetProperty("cost");
}
