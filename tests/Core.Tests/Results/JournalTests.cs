using DbIngest.Core.Results;
using DbIngest.Core.Tests.Fakes;

namespace DbIngest.Core.Tests.Results;

public sealed class JournalTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    [Fact]
    public void Append_ThenRead_GivesTheSameEntries()
    {
        using (var journal = Journal.Open(_path))
        {
            journal.Append(Trial(1));
            journal.Append(new CalibrationResult
            {
                Key = CalibrationKey.Of(Trial(1).Point),
                RecordsPerS = 1.5,
                RunsRecordsPerS = [1, 2, 1.5]
            });
        }

        var read = Journal.Read(_path);
        read.Count.ShouldBe(2);
        read[0].ShouldBeOfType<TrialResult>().Id.ShouldBe(Trial(1).Id);
        read[0].ShouldBeOfType<TrialResult>().Point.ShouldBe(Trial(1).Point);
        read[1].ShouldBeOfType<CalibrationResult>().RunsRecordsPerS.ShouldBe([1, 2, 1.5]);
    }

    [Fact]
    public void Open_TornAnywhereInTheLastLine_KeepsTheWholeLinesAndGoesOn()
    {
        using (var journal = Journal.Open(_path))
        {
            journal.Append(Trial(1));
            journal.Append(Trial(2));
        }

        byte[] whole = File.ReadAllBytes(_path);
        int firstLine = Array.IndexOf(whole, (byte)'\n') + 1;
        for (int length = firstLine; length < whole.Length; length++)
        {
            File.WriteAllBytes(_path, whole[..length]);
            Journal.Read(_path).Count.ShouldBe(1);
            using (var journal = Journal.Open(_path))
            {
                journal.Entries.Count.ShouldBe(1);
                journal.Append(Trial(2));
            }

            File.ReadAllBytes(_path).ShouldBe(whole);
        }
    }

    [Fact]
    public void Open_WhileAnotherWrites_IsRefused()
    {
        using var journal = Journal.Open(_path);

        Should.Throw<ResultException>(() => Journal.Open(_path)).Message.ShouldContain("Is another run writing it");
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("{\"kind\":\"trial\"}")]
    [InlineData("{\"kind\":\"other\"}")]
    [InlineData("rubbish")]
    public void Open_BrokenMiddleLine_LeavesItOutAndGoesOn(string broken)
    {
        string[] lines = WriteThree();
        File.WriteAllLines(_path, [lines[0], broken, lines[2]]);

        Journal.ReadContent(_path).Integrity.BrokenLines.ShouldBe([2]);
        using (var journal = Journal.Open(_path))
        {
            journal.Entries.OfType<TrialResult>().Select(t => t.Trial).ShouldBe([1, 3]);
            journal.Append(Trial(2));
        }

        var after = Journal.ReadContent(_path);
        after.Entries.OfType<TrialResult>().Select(t => t.Trial).ShouldBe([1, 3, 2]);
        after.Integrity.BrokenLines.ShouldBe([2]);
        after.Integrity.ChangedLines.ShouldBeEmpty("what was written later is as it was written");
    }

    /// <summary>With the right checksum: such a number was never measured, and no mean could hold it.</summary>
    [Theory]
    [InlineData("1e308")]
    [InlineData("1e999")]
    [InlineData("-1")]
    [InlineData("0")]
    [InlineData("\"NaN\"")]
    [InlineData("\"Infinity\"")]
    public void ReadContent_TimeThatCannotBe_IsADamagedLine(string elapsed)
    {
        string line = WriteThree()[1];
        string changed = line[..line.IndexOf(",\"check\"", StringComparison.Ordinal)]
            .Replace("\"elapsed_s\":2.5", $"\"elapsed_s\":{elapsed}", StringComparison.Ordinal);
        changed.ShouldNotBe(line);
        File.WriteAllLines(_path, [ChecksumChain.Of(_path + ".none").Seal(changed + "}")]);

        var content = Journal.ReadContent(_path);
        content.Entries.ShouldBeEmpty();
        content.Integrity.BrokenLines.ShouldBe([1]);
    }

    [Fact]
    public void ReadContent_FailedTrialWithoutTimeAndSideCalledNaN_AreSound()
    {
        using (var journal = Journal.Open(_path))
        {
            journal.Append(Trial(1) with { Status = TrialStatus.Incomplete, ElapsedS = 0, GeneratingShare = double.NaN });
            journal.Append(Trial(2) with
            {
                Point =
                Core.Plan.Point.Of(Trial(2).Point.Axes.With(Core.Plan.SweepAxes.Side, "NaN"))
            });
        }

        Journal.ReadContent(_path).Entries.Count.ShouldBe(2);
    }

    [Fact]
    public void ReadContent_AsWritten_IsWhole()
    {
        WriteThree();
        var content = Journal.ReadContent(_path);
        content.Integrity.HasChecksums.ShouldBeTrue();
        content.Integrity.IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void ReadContent_FigureChanged_NamesTheLineAndReadsAll()
    {
        string[] lines = WriteThree();
        File.WriteAllLines(_path,
            [lines[0], lines[1].Replace("\"position\":2", "\"position\":3", StringComparison.Ordinal), lines[2]]);

        var content = Journal.ReadContent(_path);
        content.Entries.Count.ShouldBe(3);
        content.Integrity.ChangedLines.ShouldBe([2]);
    }

    [Fact]
    public void ReadContent_LineTakenOut_NamesTheOneAfterIt()
    {
        string[] lines = WriteThree();
        File.WriteAllLines(_path, [lines[0], lines[2]]);
        Journal.ReadContent(_path).Integrity.ChangedLines.ShouldBe([2]);
    }

    [Fact]
    public void ReadContent_ChecksumCutOff_IsAChange()
    {
        string[] lines = WriteThree();
        File.WriteAllLines(_path,
            [lines[0], lines[1][..lines[1].IndexOf(",\"check\"", StringComparison.Ordinal)] + "}", lines[2]]);
        Journal.ReadContent(_path).Integrity.ChangedLines.ShouldContain(2);
    }

    [Fact]
    public void ReadContent_ManifestChanged_NamesTheFirstLine()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-journal-").FullName;
        try
        {
            File.WriteAllText(Path.Combine(folder, "manifest.json"), "{}");
            string path = Path.Combine(folder, "trials.jsonl");
            using (var journal = Journal.Open(path))
            {
                journal.Append(Trial(1));
                journal.Append(Trial(2));
            }

            Journal.ReadContent(path).Integrity.IsWhole.ShouldBeTrue();
            File.WriteAllText(Path.Combine(folder, "manifest.json"), "{ }");
            Journal.ReadContent(path).Integrity.ChangedLines.ShouldBe([1]);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Its bytes had to fit into one array.</summary>
    [Fact]
    public void Parse_JournalLargerThanAnArray_ReadsItsLines()
    {
        WriteThree();
        byte[] whole = File.ReadAllBytes(_path);
        using var file = new LongStream([.. whole, .. "torn"u8]);
        JournalContent.Parse(file, ChecksumChain.Of(_path + ".none"), out long sound).Entries.Count.ShouldBe(3);
        sound.ShouldBe(whole.Length);
    }

    [Fact]
    public void Open_JournalWithoutChecksums_GoesOnWithThemAndCoversWhatWasThere()
    {
        string[] lines = [.. WriteThree().Select(line => line[..line.IndexOf(",\"check\"", StringComparison.Ordinal)] + "}")];
        File.WriteAllLines(_path, lines);
        var old = Journal.ReadContent(_path);
        old.Entries.Count.ShouldBe(3);
        old.Integrity.HasChecksums.ShouldBeFalse();
        old.Integrity.IsWhole.ShouldBeTrue();

        using (var journal = Journal.Open(_path))
        {
            journal.Append(Trial(4));
        }

        Journal.ReadContent(_path).Integrity.IsWhole.ShouldBeTrue();
        string now = File.ReadAllText(_path);
        File.WriteAllText(_path, now.Replace("\"position\":2", "\"position\":3", StringComparison.Ordinal));
        Journal.ReadContent(_path).Integrity.ChangedLines.ShouldBe([4]);
    }

    [Fact]
    public void Read_Missing_IsSaid() => Should.Throw<ResultException>(() => Journal.Read(_path)).Message.ShouldContain(_path);

    public void Dispose() => File.Delete(_path);

    private string[] WriteThree()
    {
        using (var journal = Journal.Open(_path))
        {
            Array.ForEach([1, 2, 3], number => journal.Append(Trial(number)));
        }

        return File.ReadAllLines(_path);
    }

    /// <summary>A stream that says it is longer than an array can be.</summary>
    private sealed class LongStream(byte[] content) : MemoryStream(content)
    {
        public override long Length => 3L << 30;
    }

    private static TrialResult Trial(int number) => new()
    {
        Point = Points.Of(),
        Trial = number,
        WarmUp = false,
        Position = number,
        StartedUtc = DateTimeOffset.UnixEpoch,
        Status = TrialStatus.Complete,
        ElapsedS = 2.5,
    };
}
