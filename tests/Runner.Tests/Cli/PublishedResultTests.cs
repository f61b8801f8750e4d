using System.Diagnostics;
using System.Text.Json.Nodes;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>What a stranger does with a result: checks it, reads it on a page, unpacks it, measures it again.</summary>
public sealed class PublishedResultTests(PublishedResultTests.Sweep sweep)
    : IClassFixture<PublishedResultTests.Sweep>, IDisposable
{
    private readonly CommandFolder _folder = sweep.Finished.Copy();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Check_ResultAsItWasWritten_IsRight()
    {
        string said = _folder.Expect(ExitCode.Done, "report", _folder.Result, "--check").Output;
        said.ShouldContain("right: ");
        said.ShouldNotContain("WRONG");
        said.ShouldContain("summary.json follows from the journal");
        said.ShouldContain("report.html follows from the journal");
        said.ShouldContain("not checked: ");
    }

    [Theory]
    [InlineData("manifest.json", "trials.jsonl line 1, or manifest.json, was changed")]
    [InlineData("trials.jsonl", "trials.jsonl line 3 was changed")]
    [InlineData("summary.json", "summary.json does not follow from the journal")]
    [InlineData("summary.csv", "summary.csv does not follow from the journal")]
    [InlineData("report.html", "report.html does not follow from the journal")]
    public void Check_OneChangedByte_IsNamedWithItsFile(string file, string finding)
    {
        string path = Path.Combine(_folder.Result, file);
        byte[] content = File.ReadAllBytes(path);
        content[PlaceOfADigit(content, file == "trials.jsonl" ? 3 : 1)] ^= 1;
        File.WriteAllBytes(path, content);

        string said = _folder.Expect(ExitCode.ThresholdExceeded, "report", _folder.Result, "--check").Output;
        said.ReplaceLineEndings(" ").ShouldContain(finding);
    }

    /// <summary>A resumed sweep that is interrupted leaves a summary without its trials. Nobody has changed anything.</summary>
    [Fact]
    public void Check_JournalThatWentOnBehindItsSummary_SaysSo()
    {
        GoOn();
        string said = _folder.Expect(ExitCode.Done, "report", _folder.Result, "--check").Output;
        said.ShouldContain("summary.json follows from the journal as it was with 6 trials");
        said.ShouldContain("report.html follows from the journal as it was with 6 trials");
        said.ShouldNotContain("WRONG");

        _folder.Expect(ExitCode.PointsMissing, "report", _folder.Result);
        _folder.Expect(ExitCode.Done, "report", _folder.Result, "--check").Output
            .ShouldContain("summary.json follows from the journal, byte by byte");
    }

    /// <summary>Earlier versions stored new prices before the first trial of a resumed sweep, and figures at its end.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Check_PricesThatAreLaterThanTheSummary_SaysSo(bool goesOn)
    {
        if (goesOn)
        {
            GoOn();
        }

        File.WriteAllText(Path.Combine(_folder.Result, "prices.txt"), "0.5/h\n");
        string said = _folder.Expect(ExitCode.Done, "report", _folder.Result, "--check").Output;
        said.ShouldContain("summary.json follows from the journal as it was with 6 trials and from the prices of the manifest");
        said.ShouldContain("report.html follows from the journal as it was with 6 trials and from the prices of the manifest");
        said.ShouldNotContain("WRONG");

        string path = Path.Combine(_folder.Result, "summary.csv");
        File.AppendAllText(path, "1");
        _folder.Expect(ExitCode.ThresholdExceeded, "report", _folder.Result, "--check");
        _folder.Run("report", _folder.Result);
        _folder.Expect(ExitCode.Done, "report", _folder.Result, "--check").Output
            .ShouldContain("summary.json follows from the journal, byte by byte");
    }

    /// <summary>Neither a trial of before, nor one after it, nor the old summary can be changed unseen.</summary>
    [Theory]
    [InlineData("trials.jsonl", 3)]
    [InlineData("trials.jsonl", -1)]
    [InlineData("summary.json", 1)]
    [InlineData("report.html", 1)]
    public void Check_ChangeBehindAJournalThatWentOn_IsFound(string file, int line)
    {
        GoOn();
        string path = Path.Combine(_folder.Result, file);
        byte[] content = File.ReadAllBytes(path);
        content[PlaceOfADigit(content, line > 0 ? line : content.AsSpan().Count((byte)'\n'))] ^= 1;
        File.WriteAllBytes(path, content);

        _folder.Expect(ExitCode.ThresholdExceeded, "report", _folder.Result, "--check").Output
            .Split('\n').Where(said => said.Contains(file, StringComparison.Ordinal))
            .ShouldContain(said => said.StartsWith("WRONG: ", StringComparison.Ordinal));
    }

    /// <summary>What says how to write is refused by the name of the option, instead of being passed over.</summary>
    [Theory]
    [InlineData("--latex")]
    [InlineData("--hdr")]
    [InlineData("--out=elsewhere")]
    [InlineData("--reproduce=study1")]
    [InlineData("--score=study3")]
    [InlineData("--force")]
    [InlineData("--price=1/h")]
    public void Check_WithAnOptionOfWriting_IsRefused(string option) =>
        _folder.Expect(ExitCode.BadArguments, "report", _folder.Result, "--check", option).Error
            .ShouldContain($"{option.Split('=')[0]}: --check writes nothing");

    /// <summary>A report with a study's findings follows from the journal as well.</summary>
    [Theory]
    [InlineData("study1")]
    [InlineData("study2")]
    [InlineData("study3")]
    [InlineData("study4")]
    public void Check_ReportOfAStudy_IsRight(string study)
    {
        _folder.Run("report", _folder.Result, "--reproduce", study, "-q");
        _folder.Expect(ExitCode.Done, "report", _folder.Result, "--check").Output.ShouldNotContain("WRONG");
    }

    [Fact]
    [Trait("Suite", "Slow")]
    [Needs("ssh-keygen")]
    public void Archive_Signed_IsKnownToItsSignersAndToNobodyElse()
    {
        string key = KeyPair("key");
        string other = KeyPair("other");
        _folder.Expect(ExitCode.Done, "archive", _folder.Result, "--out", "a.tar.gz", "--sign", key);
        _folder.Shell("mkdir unpacked && tar -xzf a.tar.gz -C unpacked").ExitCode.ShouldBe(0);
        string unpacked = Directory.GetDirectories(_folder.File("unpacked")).ShouldHaveSingleItem();
        _folder.Shell($"cd '{unpacked}' && sha256sum --check SHA256SUMS").ExitCode.ShouldBe(0);
        File.WriteAllText(_folder.File("signers"), "ann@lab " + File.ReadAllText(key + ".pub"));
        File.WriteAllText(_folder.File("others"), "bob@lab " + File.ReadAllText(other + ".pub"));

        _folder.Expect(ExitCode.Done, "report", unpacked, "--check", "--signers", "signers").Output
            .ShouldContain("signed by ann@lab");
        _folder.Expect(ExitCode.Done, "report", unpacked, "--check").Output.ShouldContain("whose key that is");
        _folder.Expect(ExitCode.ThresholdExceeded, "report", unpacked, "--check", "--signers", "others").Output
            .ShouldContain("others does not list");

        // With the slash that a shell completes.
        _folder.Expect(ExitCode.Done, "publish", unpacked + "/", "--signers", "signers");
        string copy = Directory.GetDirectories(_folder.File("site/results")).ShouldHaveSingleItem();
        _folder.Expect(ExitCode.Done, "report", copy + "/", "--check", "--signers", "signers");
        File.ReadAllText(_folder.File("site/index.html")).ShouldContain("signed by ann@lab");

        // Whoever changes a file and its checksum is still no signer.
        File.AppendAllText(Path.Combine(unpacked, "run.log"), "more\n");
        _folder.Shell($"cd '{unpacked}' && sha256sum run.log manifest.json trials.jsonl > SHA256SUMS").ExitCode.ShouldBe(0);
        _folder.Expect(ExitCode.ThresholdExceeded, "report", unpacked, "--check", "--signers", "signers").Output
            .ShouldContain("no signature of SHA256SUMS");
        _folder.Expect(ExitCode.Done, "publish", unpacked, "--force").Error.ShouldContain("no signature");
        File.ReadAllText(_folder.File("site/index.html")).ShouldContain("changed: SHA256SUMS.sig");
    }

    [Fact]
    public void Archive_Twice_IsTheSameAndIsMeasuredAgain()
    {
        _folder.Expect(ExitCode.Done, "archive", _folder.Result, "--out", "a.tar.gz", "--licence", "CC-BY-4.0");
        _folder.Expect(ExitCode.Done, "archive", _folder.Result, "--out", "b.tar.gz", "--licence", "CC-BY-4.0");
        File.ReadAllBytes(_folder.File("a.tar.gz")).ShouldBe(File.ReadAllBytes(_folder.File("b.tar.gz")));
        _folder.Expect(ExitCode.BadArguments, "archive", _folder.Result, "--out", "a.tar.gz").Error.ShouldContain("--force");

        var again = _folder.Expect(ExitCode.Done, "run", "--again", "a.tar.gz", "--out", "again", "--trials", "4");
        again.Output.ShouldContain("Measured again on the same machine, with the same version.");
        string result = Directory.GetDirectories(_folder.File("again")).ShouldHaveSingleItem();
        var manifest = JsonNode.Parse(File.ReadAllText(Path.Combine(result, "manifest.json")))!;
        manifest["arguments"]!.AsArray().Select(argument => argument!.GetValue<string>())
            .ShouldBe(["--out=again", "--trials=4", .. Sweep.Arguments.Where(argument => !argument.StartsWith("--trials", StringComparison.Ordinal))],
                ignoreOrder: true);
        manifest["packages"]!.AsArray().Count.ShouldBeGreaterThan(10);
        manifest["packages"]![0]!["sha512"]!.GetValue<string>().Length.ShouldBe(88);
    }

    /// <summary>Ustar has no room for such names. No number of a process may be in an archive.</summary>
    [Fact]
    public void Archive_LongNames_IsTheSameTwiceAndIsMeasuredAgain()
    {
        string folder = _folder.File("results/2-" + new string('f', 180));
        Directory.Move(_folder.Result, folder);
        string note = new string('n', 120) + ".md";
        File.WriteAllText(Path.Combine(folder, note), "a note");
        _folder.Expect(ExitCode.Done, "archive", folder, "--out", "a.tar.gz");
        using (var other = _folder.Start("archive", folder, "--out", "b.tar.gz"))
        {
            other.Wait().ExitCode.ShouldBe((int)ExitCode.Done);
        }

        File.ReadAllBytes(_folder.File("a.tar.gz")).ShouldBe(File.ReadAllBytes(_folder.File("b.tar.gz")));
        _folder.Shell("mkdir unpacked && tar -xzf a.tar.gz -C unpacked").ExitCode.ShouldBe(0);
        string unpacked = _folder.File("unpacked/" + Path.GetFileName(folder));
        File.ReadAllText(Path.Combine(unpacked, note)).ShouldBe("a note");
        _folder.Expect(ExitCode.Done, "run", "--again", "a.tar.gz", "--out=again");
    }

    /// <summary>A reviewer may pack again what an archive held.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    public void Archive_OfAnUnpackedArchive_IsMeasuredAgain()
    {
        _folder.Expect(ExitCode.Done, "archive", _folder.Result, "--out", "a.tar.gz");
        _folder.Shell("mkdir unpacked && tar -xzf a.tar.gz -C unpacked").ExitCode.ShouldBe(0);
        string unpacked = Directory.GetDirectories(_folder.File("unpacked")).ShouldHaveSingleItem();
        _folder.Expect(ExitCode.Done, "archive", unpacked, "--out", "b.tar.gz");

        // And publish it: the copy has all that its checksums name.
        _folder.Expect(ExitCode.Done, "publish", unpacked, "--out", "page");
        string copy = Directory.GetDirectories(_folder.File("page/results")).ShouldHaveSingleItem();
        _folder.Expect(ExitCode.Done, "report", copy, "--check").Output.ReplaceLineEndings(" ")
            .ShouldContain("README.md has the checksum");
        _folder.Expect(ExitCode.Done, "run", "--again", "b.tar.gz", "--out", "again");
    }

    /// <summary>Where a run shows itself is no part of what it measures.</summary>
    [Fact]
    public void Again_SearchWithADashboard_ComparesItsRateAndShowsNone()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=null", "--find=p99:10s", "--find-rates=1k..20k", "--duration=0.1s", "--batch=10",
            "--sources=1", "--trials=21", "--warmup=1", "--dashboard=0").Error.ShouldContain("Watch this run");
        var again = folder.Expect(ExitCode.Done, "run", "--again", folder.Result, "--out=again");
        again.Output.ShouldContain("Sustainable rates");
        again.Error.ShouldNotContain("Watch this run");
    }

    [Fact]
    public void Again_SecretThatIsNotStored_IsAskedForByName()
    {
        string path = Path.Combine(_folder.Result, "manifest.json");
        var manifest = JsonNode.Parse(File.ReadAllText(path))!;
        manifest["arguments"]!.AsArray().Add("--endpoint=postgres=Host=db;Password=****");
        File.WriteAllText(path, manifest.ToJsonString());
        _folder.Expect(ExitCode.BadArguments, "run", "--again", _folder.Result).Error.ShouldContain("give --endpoint again");
        _folder.Expect(ExitCode.BadArguments, "run", "--again", "nowhere").Error.ShouldContain("no such folder or file");
        File.WriteAllText(_folder.File("no.tar.gz"), "no archive");
        _folder.Expect(ExitCode.BadArguments, "run", "--again", "no.tar.gz").Error.ShouldContain("cannot be read as an archive");
    }

    /// <summary>A plug-in would run as soon as it is loaded, so nothing of it may be read before.</summary>
    [Fact]
    public void Again_OptionsOfAnArchiveThatStartPrograms_AreRefusedUntilGivenAgain()
    {
        string marker = _folder.File("started");
        Pack("hostile.tar.gz", "--sources=1@x", $"--launcher=sh -c 'touch {marker} # {{host}} {{command}}'",
            "--plugin=nowhere.dll", "--endpoint=sqlite=theirs.db");
        string said = _folder.Expect(ExitCode.BadArguments, "run", "--again", "hostile.tar.gz", "--out=again").Error;
        said.ShouldContain("give --launcher again");
        said.ShouldContain("give --plugin again");
        said.ShouldContain("give --endpoint again");
        said.ShouldNotContain("there is no such file");
        File.Exists(marker).ShouldBeFalse();
        Directory.Exists(_folder.File("again")).ShouldBeFalse();

        Pack("fair.tar.gz", "--sources=2", "--endpoint=sqlite=theirs.db");
        _folder.Expect(ExitCode.Done, "run", "--again", "fair.tar.gz", "--out=again", "--endpoint=sqlite=mine.db");
        string result = Directory.GetDirectories(_folder.File("again")).ShouldHaveSingleItem();
        string measured = File.ReadAllText(Path.Combine(result, "manifest.json"));
        measured.ShouldContain("mine.db");
        measured.ShouldNotContain("theirs.db");
    }

    /// <summary>A link may name a private file, or a folder above it, which an archive would never come to the end of.</summary>
    [Theory]
    [InlineData("notes.md", "private")]
    [InlineData("figures.bak", "")]
    public void Archive_LinkOutOfTheFolder_IsRefusedByName(string name, string target)
    {
        File.WriteAllText(_folder.File("private"), "a key");
        File.CreateSymbolicLink(Path.Combine(_folder.Result, name), _folder.File(target));
        _folder.Expect(ExitCode.BadArguments, "archive", _folder.Result, "--out", "a.tar.gz").Error
            .ShouldContain($"{name} leads to ");
        File.Exists(_folder.File("a.tar.gz")).ShouldBeFalse();
    }

    /// <summary>git-annex keeps results as links to objects in the repository.</summary>
    [Fact]
    public void ArchiveAndPublish_ResultInGitAnnex_HoldWhatItsLinksName()
    {
        string journal = Path.Combine(_folder.Result, "trials.jsonl");
        byte[] content = File.ReadAllBytes(journal);
        Directory.CreateDirectory(_folder.File(".git/annex/objects/KEY"));
        File.Move(journal, _folder.File(".git/annex/objects/KEY/KEY"));
        File.CreateSymbolicLink(journal, "../../.git/annex/objects/KEY/KEY");

        _folder.Expect(ExitCode.Done, "archive", _folder.Result, "--out", "a.tar.gz");
        _folder.Shell("mkdir unpacked && tar -xzf a.tar.gz -C unpacked").ExitCode.ShouldBe(0);
        _folder.Expect(ExitCode.Done, "publish", _folder.Result);
        foreach (string place in (string[])["unpacked", "site"])
        {
            string copy = Directory.GetFiles(_folder.File(place), "trials.jsonl", SearchOption.AllDirectories)
                .ShouldHaveSingleItem();
            File.ReadAllBytes(copy).ShouldBe(content);
            new FileInfo(copy).LinkTarget.ShouldBeNull();
        }
    }

    /// <summary>What --again would not unpack must not be found out by who gets the file.</summary>
    [Theory]
    [InlineData(10_000, 0L)]
    [InlineData(1, 4L << 30)]
    public void Archive_LargerThanIsUnpacked_IsRefused(int files, long bytes)
    {
        for (int i = 0; i < files; i++)
        {
            using var file = File.Create(Path.Combine(_folder.Result, $"more-{i}.json"));
            file.SetLength(bytes);
        }

        _folder.Expect(ExitCode.BadArguments, "archive", _folder.Result, "--out", "a.tar.gz").Error
            .ShouldContain("no more than 10,000 files or 4 GiB");
        File.Exists(_folder.File("a.tar.gz")).ShouldBeFalse();
    }

    [Fact]
    public void Publish_FoldersOfOneName_KeepTheirOwnPlace()
    {
        _folder.Expect(ExitCode.Done, "publish", _folder.Result, _folder.Result, "--out", "page").Output
            .ShouldContain(Path.Combine("page", "index.html"));
        Directory.GetDirectories(_folder.File("page/results")).Length.ShouldBe(2);
        _folder.Expect(ExitCode.BadArguments, "publish", _folder.Result, "--out", "page").Error.ShouldContain("--force");
        _folder.Expect(ExitCode.BadArguments, "publish").Error.ShouldContain("write publish DIR");
    }

    /// <summary>Packs the result as if it had been measured with other sources and further options.</summary>
    private void Pack(string file, params string[] arguments)
    {
        string path = Path.Combine(_folder.Result, "manifest.json");
        var manifest = JsonNode.Parse(File.ReadAllText(path))!;
        string[] all = [.. Sweep.Arguments.Where(argument => !argument.StartsWith("--sources", StringComparison.Ordinal)),
            .. arguments];
        manifest["arguments"] = new JsonArray([.. all.Select(argument => (JsonNode)argument)]);
        File.WriteAllText(path, manifest.ToJsonString());
        _folder.Expect(ExitCode.Done, "archive", _folder.Result, "--out", file);
    }

    /// <summary>Extends the sweep by a trial, as a run that is interrupted before it writes its summary.</summary>
    private void GoOn()
    {
        using var journal = Journal.Open(Path.Combine(_folder.Result, "trials.jsonl"));
        var last = journal.Entries.OfType<TrialResult>().Last();
        journal.Append(new ExtensionEntry { Trials = 20, ExtendedUtc = last.StartedUtc });
        journal.Append(last with { Trial = last.Trial + 1, Position = last.Position + 1 });
    }

    private string KeyPair(string name)
    {
        string path = _folder.File(name);
        using var process = Process.Start("ssh-keygen", ["-q", "-t", "ed25519", "-N", string.Empty, "-f", path]);
        process.WaitForExit();
        process.ExitCode.ShouldBe(0);
        return path;
    }

    /// <summary>The last digit of a line: in a number or a checksum, so that the file stays readable.</summary>
    private static int PlaceOfADigit(byte[] content, int line)
    {
        int end = 0;
        for (int i = 0; i < line; i++)
        {
            end += content.AsSpan(end).IndexOf((byte)'\n') + 1;
        }

        // A file whose first line has no digit has one later on.
        int digit = content.AsSpan(0, end).LastIndexOfAnyInRange((byte)'2', (byte)'9');
        return digit >= 0 ? digit : content.AsSpan().IndexOfAnyInRange((byte)'2', (byte)'9');
    }

    /// <summary>The sweep that all tests of the class start from.</summary>
    public sealed class Sweep : IDisposable
    {
        internal static readonly string[] Arguments = ["--db=sqlite", .. CommandFolder.Small];

        internal FinishedSweep Finished { get; } = new(Arguments);

        public void Dispose() => Finished.Dispose();
    }
}
