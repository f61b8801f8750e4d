using System.Security.Cryptography;
using System.Text.Json.Nodes;
using DbIngest.Runner.Checking;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>Results as others find them: proved in part, without an end, damaged, or several at once.</summary>
public sealed class SharedResultTests(SharedResultTests.Sweeps sweeps) : IClassFixture<SharedResultTests.Sweeps>
{
    /// <summary>Of several codes a failed audit comes first, wherever its result stands.</summary>
    [Fact]
    public void ReportAndPublish_SeveralResults_EndWithTheMostSevereCode()
    {
        using var folder = sweeps.Small.Copy();
        string[] lines = File.ReadAllLines(At(folder, "trials.jsonl"));
        string unfinished = Twin(folder, "unfinished", lines[..^1]);
        string invalid = Twin(folder, "invalid", lines.Select(Invalid));
        folder.Expect(ExitCode.PointsMissing, "report", unfinished);
        folder.Expect(ExitCode.AuditFailed, "report", unfinished, invalid);
        folder.Expect(ExitCode.AuditFailed, "publish", unfinished, invalid);

        File.WriteAllText(folder.File("file"), string.Empty);
        folder.Expect(ExitCode.AuditFailed, "report", invalid, "--out=file/page").Error.ShouldContain("cannot be written");
        folder.Expect(ExitCode.AuditFailed, "publish", invalid, "--out=file/page").Error.ShouldContain("cannot be written");
        folder.Expect(ExitCode.AuditFailed, "archive", invalid, "--out=file/a.tar.gz").Error.ShouldContain("cannot be written");
    }

    /// <summary>A full disk is no mistake in the command: a script must tell it from one.</summary>
    [Theory]
    [InlineData("publish")]
    [InlineData("archive")]
    public void PublishAndArchive_ToAPlaceThatTakesNothing_EndWithTheCodeOfWhatIsNotWritten(string verb)
    {
        using var folder = sweeps.Small.Copy();
        File.WriteAllText(folder.File("file"), string.Empty);
        folder.Expect(ExitCode.PointsMissing, verb, folder.Result, "--out=file/place").Error
            .ShouldContain($"{verb}: file/place cannot be written (");
    }

    /// <summary>The site of the folder above the results has its copies where the results are.</summary>
    [Fact]
    public void Publish_WhereAResultIs_IsRefused()
    {
        using var folder = sweeps.Small.Copy();
        string summary = At(folder, "summary.json");
        File.WriteAllText(summary, "as it was");
        folder.Expect(ExitCode.BadArguments, "publish", folder.Result, "--out=.").Error
            .ShouldContain("would lie in the result folder");
        folder.Expect(ExitCode.BadArguments, "publish", folder.Result, "--out", folder.Result).Error
            .ShouldContain("would lie in the result folder");
        File.ReadAllText(summary).ShouldBe("as it was");
        File.Exists(folder.File("index.html")).ShouldBeFalse();
    }

    /// <summary>A signature of a list says nothing of a journal that the list does not name.</summary>
    [Fact]
    public void Check_ListWithoutTheJournal_SaysSo()
    {
        using var folder = sweeps.Small.Copy();
        byte[] hash = SHA256.HashData(File.ReadAllBytes(At(folder, "manifest.json")));
        File.WriteAllText(At(folder, "SHA256SUMS"), Convert.ToHexStringLower(hash) + "  manifest.json\n");
        string said = folder.Expect(ExitCode.Done, "report", folder.Result, "--check").Output;
        said.ShouldContain("trials.jsonl SHA256SUMS does not name it");
        said.ShouldNotContain("manifest.json SHA256SUMS does not name it");

        var signed = new CheckFinding("SHA256SUMS.sig", CheckState.Right, "signed by ann@lab");
        var others = ResultCheck.Of(folder.Result, signers: null).Where(finding => finding.Item != signed.Item);
        ResultCheck.Trust([signed, .. others]).ShouldBe("signed by ann@lab, but not trials.jsonl");
    }

    [Theory]
    [InlineData("not signed", "not signed")]
    [InlineData("ssh-keygen is not on the PATH; install OpenSSH's client", "signature not checked")]
    public void Trust_SignatureThatWasNotChecked_IsNotDenied(string finding, string trust) =>
        ResultCheck.Trust([new CheckFinding("SHA256SUMS.sig", CheckState.NotChecked, finding)]).ShouldBe(trust);

    /// <summary>An archive is packed as the folder is: what shows the loss of a trial is part of that.</summary>
    [Fact]
    public void Archive_OfLostTrials_StillShowsTheLoss()
    {
        using var folder = sweeps.Small.Copy();
        File.WriteAllLines(At(folder, "trials.jsonl"), File.ReadAllLines(At(folder, "trials.jsonl"))[..^1]);
        folder.Expect(ExitCode.PointsMissing, "report", folder.Result);
        folder.Expect(ExitCode.PointsMissing, "archive", folder.Result, "--out=a.tar.gz").Error
            .ShouldContain(": trials.jsonl has lost 1 of the 6 trials");
        folder.Expect(ExitCode.ThresholdExceeded, "report", Unpacked(folder), "--check").Output
            .ShouldContain("has lost 1 of the 6 trials");
    }

    /// <summary>The new figures had been compared with those of the trials that were left, without a word.</summary>
    [Fact]
    public void Again_JournalThatWasCut_SaysWhatItLacks()
    {
        using var folder = sweeps.Small.Copy();
        string journal = At(folder, "trials.jsonl");
        File.WriteAllText(journal, File.ReadAllText(journal)[..^40]);
        string said = folder.Expect(ExitCode.Done, "run", "--again", folder.Result, "--out=again").Error.ReplaceLineEndings(" ");
        said.ShouldContain("trials.jsonl has lost 1 of the 6 trials");
        said.ShouldContain("unfinished. 1 of 6 trials have not run");
    }

    /// <summary>A result that is published no longer had stayed in the site without a word.</summary>
    [Fact]
    public void Publish_OverASiteOfOtherResults_NamesWhatStaysThere()
    {
        using var folder = sweeps.Small.Copy();
        string[] lines = File.ReadAllLines(At(folder, "trials.jsonl"));
        string[] twins = [Twin(folder, "a", lines), Twin(folder, "b", lines)];
        folder.Expect(ExitCode.Done, ["publish", .. twins]).Error.ShouldNotContain("stays in the site");
        string said = folder.Expect(ExitCode.Done, "publish", twins[0], "--force").Error.ReplaceLineEndings(" ");
        said.ShouldContain($"The page does not list {Path.Combine("site", "results", "b")}, which stays in the site");
        Directory.Exists(folder.File("site/results/b")).ShouldBeTrue();
    }

    /// <summary>The exit code alone had said that something is missing.</summary>
    [Theory]
    [InlineData("publish")]
    [InlineData("archive")]
    public void PublishAndArchive_SweepWithoutATrial_SayWhyTheCodeIsNot0(string verb)
    {
        using var folder = sweeps.Small.Copy();
        string empty = Twin(folder, "empty", []);
        folder.Expect(ExitCode.PointsMissing, verb, empty, "--out=place").Error.ReplaceLineEndings(" ")
            .ShouldContain("empty: 6 of 6 trials did not run or did not complete.");
    }

    /// <summary>A run that was killed has left neither a summary nor a report.</summary>
    [Fact]
    public void Archive_OfARunWithoutAnEnd_NamesWhatIsInIt()
    {
        using var folder = sweeps.Small.Copy();
        foreach (string name in (string[])["summary.json", "summary.csv", "samples.csv", "report.html", "report.md"])
        {
            File.Delete(At(folder, name));
        }

        folder.Expect(ExitCode.Done, "archive", folder.Result, "--out=a.tar.gz");
        string readme = File.ReadAllText(Path.Combine(Unpacked(folder), "README.md"));
        readme.ShouldContain("- `manifest.json`, `trials.jsonl`: what was to be measured");
        readme.ShouldContain("- `figures/`: the same to read.");
        readme.ShouldContain("- `run.log`: what the run said.");
        readme.ShouldNotContain("`summary.json`");
        readme.ShouldNotContain("`report.html`");
    }

    /// <summary>The place of the archive is looked at last, when much is packed already.</summary>
    [Fact]
    public void Archive_ToAFolderThatIsNotThere_LeavesNothingBehind()
    {
        using var folder = sweeps.Small.Copy();
        string temporary = Directory.CreateDirectory(folder.File("temporary")).FullName;
        folder.With("TMPDIR", temporary).Expect(ExitCode.PointsMissing, "archive", folder.Result, "--out=nowhere/a.tar.gz").Error
            .ShouldContain("cannot be written");
        Directory.GetDirectories(temporary, "dbingest-*").ShouldBeEmpty();
    }

    /// <summary>An error of the disk is no defect of the program. The first page of a process's memory cannot be read.</summary>
    [Fact]
    public void Check_FileThatCannotBeRead_IsNamed()
    {
        using var folder = sweeps.Small.Copy();
        File.Delete(At(folder, "report.html"));
        File.CreateSymbolicLink(At(folder, "report.html"), "/proc/self/mem");
        folder.Expect(ExitCode.BadArguments, "report", folder.Result, "--check").Error.ShouldContain("cannot be checked (");
    }

    /// <summary>What a resumed sweep appends to a file of a stranger's folder must not go to another file of this user.</summary>
    [Theory]
    [InlineData("trials.jsonl")]
    [InlineData("run.log")]
    public void Resume_FileThatIsALink_IsRefusedAndWritesNothingThere(string name)
    {
        using var folder = sweeps.Small.Copy();
        string elsewhere = folder.File("elsewhere");
        File.Move(At(folder, name), elsewhere);
        File.CreateSymbolicLink(At(folder, name), elsewhere);
        byte[] before = File.ReadAllBytes(elsewhere);
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--trials=9").Error.ShouldContain($"{name} is a link");
        File.ReadAllBytes(elsewhere).ShouldBe(before);
    }

    /// <summary>The journal's checksums cover the manifest, so a name in it cannot be taken out.</summary>
    [Fact]
    public void PublishAndArchive_HomeFolderInTheManifest_IsNamedWithItsLine()
    {
        using var folder = sweeps.Small.Copy();
        string manifest = At(folder, "manifest.json");
        string[] lines = File.ReadAllLines(manifest);
        int line = Array.FindIndex(lines, text => text.Contains("\"folder\":", StringComparison.Ordinal));
        lines[line] = Slashes("  \"folder\": \"|home|ann|bench\",");
        File.WriteAllLines(manifest, lines);
        string said = Slashes(FormattableString.Invariant($"names the home folder |home|ann in line {line + 1}"));
        folder.Expect(ExitCode.Done, "archive", folder.Result, "--out=a.tar.gz").Error.ReplaceLineEndings(" ")
            .ShouldContain(said);
        folder.Expect(ExitCode.Done, "publish", folder.Result).Error.ReplaceLineEndings(" ").ShouldContain(said);
        string copy = Directory.GetFiles(folder.File("site"), "manifest.json", SearchOption.AllDirectories)
            .ShouldHaveSingleItem();
        File.ReadAllBytes(copy).ShouldBe(File.ReadAllBytes(manifest));
    }

    [Theory]
    [InlineData("\"folder\": \"|home|ann|x\"", "2 |home|ann")]
    [InlineData("\"--work-folder=|home|ann\"", "2 |home|ann")]
    [InlineData("\"folder\": \"|Users|bob|x\"", "2 |Users|bob")]
    [InlineData("\"folder\": \"C:\\\\Users\\\\eve\\\\x\"", "2 C:\\\\Users\\\\eve")]
    [InlineData("\"folder\": \"|root|x\"", "")]
    [InlineData("\"folder\": \"|srv|home\"", "")]
    [InlineData("\"--via=http:||example.org|home|page\"", "")]
    public void HomeFolders_OfEachSystem_AreFound(string line, string found) =>
        string.Join(';', HomeFolders.In(["{", Slashes(line)])
                .Select(home => FormattableString.Invariant($"{home.Number} {home.Home}")))
            .ShouldBe(Slashes(found));

    /// <summary>A path with bars instead of slashes: no file of this repository holds the path of a machine.</summary>
    private static string Slashes(string text) => text.Replace('|', '/');

    /// <summary>No run writes these files, so one that does not follow may be older than the journal.</summary>
    [Theory]
    [InlineData("reproduction.json")]
    [InlineData("latex/table-01.tex")]
    [InlineData("latex/paper.tex")]
    [InlineData("hdr/001.hlog")]
    public void Check_FilesOfOptions_AreComputedAnewAndNamed(string name)
    {
        using var folder = sweeps.Small.Copy();
        folder.Run("report", folder.Result, "--reproduce=study2", "--latex", "--hdr", "-q");
        folder.Expect(ExitCode.Done, "report", folder.Result, "--check").Output.ReplaceLineEndings(" ")
            .ShouldContain($"{name} follows from the journal");
        File.AppendAllText(At(folder, name), "\n");
        var said = folder.Expect(ExitCode.Done, "report", folder.Result, "--check");
        said.Output.Split('\n').Where(line => line.Contains(name, StringComparison.Ordinal)).ShouldHaveSingleItem()
            .ShouldStartWith("not checked: ");
    }

    /// <summary>The name of a folder is no part of the result: nobody has changed anything.</summary>
    [Fact]
    public void Check_RenamedFolder_IsRight()
    {
        using var folder = sweeps.Small.Copy();
        folder.Run("report", folder.Result, "--hdr", "-q");
        string renamed = folder.File("A");
        Directory.Move(folder.Result, renamed);
        string said = folder.Expect(ExitCode.Done, "report", renamed, "--check").Output;
        said.ShouldContain("report.html follows from the journal, byte by byte");
        said.ShouldContain("hdr/001.hlog follows from the journal, byte by byte");
    }

    /// <summary>A manifest that no run writes is named as one, whatever is wrong in it.</summary>
    [Theory]
    [InlineData("environment", "null")]
    [InlineData("configuration", "null")]
    [InlineData("targets", "null")]
    [InlineData("name", "null")]
    [InlineData("configuration.points", "null")]
    [InlineData("configuration.trials", "-3")]
    [InlineData("configuration.trials", "2000000000")]
    [InlineData("configuration.blocks", "0")]
    [InlineData("configuration.trials_before", "[-3]")]
    public void Report_DamagedManifest_IsRefusedByItsName(string member, string value)
    {
        using var folder = sweeps.Small.Copy();
        var manifest = JsonNode.Parse(File.ReadAllText(At(folder, "manifest.json")))!;
        string[] path = member.Split('.');
        (path.Length == 1 ? manifest : manifest[path[0]]!)[path[^1]] = JsonNode.Parse(value);
        File.WriteAllText(At(folder, "manifest.json"), manifest.ToJsonString());

        foreach (string[] words in (string[][])[["report", folder.Result], ["report", folder.Result, "--check"],
            ["run", "--resume", folder.Result]])
        {
            folder.Expect(ExitCode.BadArguments, words).Error.ShouldContain("manifest.json: not a manifest.");
        }
    }

    /// <summary>Whoever opens a pipe waits for a writer, who never comes.</summary>
    [Theory]
    [Needs("dev-full")]
    [InlineData("report --check", "trials.jsonl", 2)]
    [InlineData("report --check", "SHA256SUMS", 2)]
    [InlineData("report --check", "summary.json", 5)]
    [InlineData("publish", "SHA256SUMS.sig", 2)]
    [InlineData("archive", "notes.md", 2)]
    public void Pipe_UnderTheNameOfAFile_IsNamedAndNeverOpened(string command, string name, int code)
    {
        using var folder = sweeps.Small.Copy();
        string path = At(folder, name);
        File.Delete(path);
        var ended = folder.Shell($"mkfifo '{path}' && timeout 60 '{CommandFolder.Program}' {command} '{folder.Result}'");
        ended.ExitCode.ShouldBe(code, ended.ToString());
        $"{ended.Output}{ended.Error}".ReplaceLineEndings(" ").ShouldContain($"{name} is a pipe, a device or a socket");
    }

    [Fact]
    public void Check_SummaryWithHalfATrial_WasChanged()
    {
        using var folder = sweeps.Small.Copy();
        var summary = JsonNode.Parse(File.ReadAllText(At(folder, "summary.json")))!;
        summary["points"]![0]!["trials"]!["superseded"] = 0.5;
        File.WriteAllText(At(folder, "summary.json"), summary.ToJsonString());
        folder.Expect(ExitCode.ThresholdExceeded, "report", folder.Result, "--check").Output
            .ShouldContain("summary.json does not follow from the journal");
    }

    /// <summary>A sweep of pairs leaves a page and a figure more.</summary>
    [Theory]
    [InlineData("compare.html")]
    [InlineData("figures/comparison.svg")]
    public void Check_PageOfPairs_IsComputedAnewToo(string name)
    {
        using var folder = sweeps.Pairs.Copy();
        folder.Expect(ExitCode.Done, "report", folder.Result, "--check").Output
            .ShouldContain($"{name} follows from the journal");
        File.AppendAllText(At(folder, name), "\n");
        folder.Expect(ExitCode.ThresholdExceeded, "report", folder.Result, "--check").Output
            .ShouldContain($"{name} does not follow from the journal");
    }

    private static string At(CommandFolder folder, string name) => Path.Combine(folder.Result, name);

    private static string Twin(CommandFolder folder, string name, IEnumerable<string> lines)
    {
        string twin = Directory.CreateDirectory(folder.File(name)).FullName;
        File.Copy(At(folder, "manifest.json"), Path.Combine(twin, "manifest.json"));
        File.WriteAllLines(Path.Combine(twin, "trials.jsonl"), lines);
        return twin;
    }

    /// <summary>Makes the last trial of a point invalid.</summary>
    private static string Invalid(string line)
    {
        var entry = JsonNode.Parse(line)!;
        if (entry["trial"]?.GetValue<int>() == 3)
        {
            entry["status"] = "invalid";
        }

        return entry.ToJsonString();
    }

    private static string Unpacked(CommandFolder folder)
    {
        folder.Shell("mkdir unpacked && tar -xzf a.tar.gz -C unpacked").ExitCode.ShouldBe(0);
        return Directory.GetDirectories(folder.File("unpacked")).ShouldHaveSingleItem();
    }

    /// <summary>What the tests start from.</summary>
    public sealed class Sweeps : IDisposable
    {
        internal FinishedSweep Small { get; } = new(["--db=null", .. CommandFolder.Small]);

        internal FinishedSweep Pairs { get; } = new("--db=null", "--records=500", "--sources=1", "--trials=4", "--warmup=1",
            "--side=a,b", "--ab=side");

        public void Dispose()
        {
            Small.Dispose();
            Pairs.Dispose();
        }
    }
}
