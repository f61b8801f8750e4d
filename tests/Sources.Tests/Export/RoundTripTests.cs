using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Export;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Sources.Tests.Export;

/// <summary>
/// What is exported and read again is what the synthetic meter gave, but for the loss that docs/reference/inputs.md states.
/// </summary>
public sealed class RoundTripTests
{
    private const int Records = 70_000;

    // Events are the only quality flags that the meter gives, one in 65,536 records; not every source has one among its first.
    private static readonly int Source = FirstWithEvents();

    [Theory]
    [InlineData("xml", "meter.xml", true)]
    [InlineData("sqlite", "meter.db", true)]
    [InlineData("csv", "meter.csv", false)]
    public void Read_LosslessFormat_SameChecksumAsTheSynthetic(string format, string name, bool keepsQuality)
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        using var recording = Exported(folder, synthetic, format, name);

        recording.Schema.Values.ShouldBe(synthetic.Schema.Values);
        var (expected, flags) = Checksum(synthetic, Source, keepsQuality);
        Checksum(recording, 0, keepsQuality).ShouldBe((expected, keepsQuality ? flags : 0));
        flags.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("comtrade-float32", "meter.cfg", 0, 6e-8)]
    [InlineData("comtrade", "meter.cff", 0, 6e-8)]
    [InlineData("comtrade-binary", "meter.cfg", 1.0 / 65_534, 0)]
    [InlineData("comtrade-binary", "meter.cff", 1.0 / 65_534, 0)]
    [InlineData("comtrade-binary32", "meter.cfg", 1.0 / 4_294_967_294, 1e-15)]
    [InlineData("comtrade-binary32", "meter.cff", 1.0 / 4_294_967_294, 1e-15)]
    [InlineData("comtrade-ascii", "meter.cfg", 1.0 / 199_996, 0)]
    [InlineData("comtrade-ascii", "meter.cff", 1.0 / 199_996, 0)]
    public void Read_Comtrade_SameTimesAndValuesToHalfAStep(string format, string name, double ofRange, double ofValue)
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        using var recording = Exported(folder, synthetic, format, name);
        recording.Schema.Values.ShouldBe(synthetic.Schema.Values);

        var expected = Fill(synthetic, Source);
        var read = Fill(recording, 0);
        read.Timestamps.ShouldBe(expected.Timestamps);
        read.Qualities.ShouldAllBe(q => q == 0);
        double worst = 0;
        for (int column = 0; column < expected.Schema.ValueCount; column++)
        {
            var (wanted, got) = (expected.Column(column).ToArray(), read.Column(column).ToArray());
            double step = ofRange * (wanted.Max() - wanted.Min());
            worst = Math.Max(worst,
                wanted.Zip(got, (w, g) => Math.Abs(w - g) / ((step / 2 * (1 + 1e-6)) + (ofValue * Math.Abs(w)))).Max());
        }

        worst.ShouldBeInRange(0.5, 1);
    }

    [Theory]
    [InlineData("xml", "meter.xml")]
    [InlineData("sqlite", "meter.db")]
    [InlineData("csv", "meter.csv")]
    [InlineData("comtrade-ascii", "meter.cff")]
    [InlineData("comtrade-binary", "meter.cff")]
    [InlineData("comtrade-binary32", "meter.cff")]
    [InlineData("comtrade-float32", "meter.cff")]
    public void Read_MissingValues_StayMissing(string format, string name)
    {
        using var folder = new TempFolder();
        string input = folder.Write("input.csv",
            "time,u [V],i\n2026-01-01T00:00:00.5Z,1,\n2026-01-01T00:00:01.5Z,,3\n2026-01-01T00:00:02.5Z,2,-4\n");
        using var gaps = InputWorkload.Open(input, null, folder.Path, 3);
        string path = Path.Combine(folder.Path, name);
        RecordExport.Write(gaps, 0, 3, format, path, default);

        var read = ReadRows.OfFile(path);

        read.Qualities.ShouldBe([(uint)RecordQuality.Missing, (uint)RecordQuality.Missing, 0u]);
        (double.IsNaN(read.Columns[1][0]), double.IsNaN(read.Columns[0][1])).ShouldBe((true, true));
        read.Columns[1][2].ShouldBe(-4, 1e-6);
        read.Time(2).ShouldBe(new DateTime(2026, 1, 1, 0, 0, 2, 500));
    }

    /// <summary>Every column of an export is a value, also one that is empty as far as the file is sampled.</summary>
    [Fact]
    public void Read_CsvWhoseFirstRowsLackAValue_HasIt()
    {
        using var folder = new TempFolder();
        string rows = string.Concat(Enumerable.Range(0, 1100).Select(row =>
            FormattableString.Invariant($"2026-01-01T00:{row / 60:00}:{row % 60:00}Z,1,{(row < 1050 ? "" : "3")}\n")));
        string input = folder.Write("input.csv", "time,u [V],i\n" + rows);
        using var late = InputWorkload.Open(input, "columns=#2+#3", folder.Path, 1100);
        string path = Path.Combine(folder.Path, "late.csv");
        RecordExport.Write(late, 0, 1100, "csv", path, default);

        var read = ReadRows.OfFile(path);

        read.Schema.Values.ShouldBe(late.Schema.Values);
        (read.Timestamps.Count, read.Columns[1][^1]).ShouldBe((1100, 3.0));
    }

    /// <summary>A renamed value had lost its unit, or had that of the column whose name it took.</summary>
    [Fact]
    public void Read_SqliteWithRenamedValues_KeepsTheirUnits()
    {
        using var folder = new TempFolder();
        string input = folder.Write("input.csv", "time,u [V],i [A]\n2026-01-01T00:00:00Z,1,2\n2026-01-01T00:00:01Z,3,4\n");
        using var recording = InputWorkload.Open(input, null, folder.Path, 2);
        string path = Path.Combine(folder.Path, "meter.db");
        RecordExport.Write(recording, 0, 2, "sqlite", path, default);

        ReadRows.OfFile(path, "columns=u:i+i:current").Schema.Values
            .ShouldBe([new ValueColumn("i", "V"), new ValueColumn("current", "A")]);
    }

    [Fact]
    public void Write_Cancelled_LeavesNoFile()
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();
        Should.Throw<OperationCanceledException>(
            () => RecordExport.Write(synthetic, 0, 10, "csv", Path.Combine(folder.Path, "meter.csv"), cancelled.Token));
        Directory.GetFiles(folder.Path).ShouldBeEmpty();
    }

    /// <summary>Few records stay in the writer's memory until it completes the file.</summary>
    [Theory]
    [Needs("linux")]
    [InlineData("csv", "meter.csv")]
    [InlineData("xml", "meter.xml")]
    [InlineData("comtrade", "meter.cff")]
    [InlineData("comtrade", "meter.cfg")]
    public void Write_DiskFullAtTheEnd_LeavesNoFile(string format, string name)
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        string path = Path.Combine(folder.Path, name);
        File.CreateSymbolicLink(path, "/dev/full");

        Should.Throw<IOException>(() => RecordExport.Write(synthetic, 0, 10, format, path, default));

        Directory.GetFileSystemEntries(folder.Path).ShouldBe([path], "the link is the user's");
    }

    /// <summary>An export that replaces a file had emptied it when it began.</summary>
    [Theory]
    [InlineData("csv", "meter.csv")]
    [InlineData("xml", "meter.xml")]
    [InlineData("sqlite", "meter.db")]
    public void Write_CancelledOverAFile_LeavesTheFileAsItWas(string format, string name)
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        string path = folder.Write(name, "older");
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        Should.Throw<OperationCanceledException>(() => RecordExport.Write(synthetic, 0, 10, format, path, cancelled.Token));

        Directory.GetFileSystemEntries(folder.Path).ShouldBe([path]);
        File.ReadAllText(path).ShouldBe("older");
    }

    /// <summary>A killed export leaves its hidden folder, with whatever stage its files were in.</summary>
    [Fact]
    public void Write_AfterAKilledExport_ReplacesWhatItLeft()
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        string path = Path.Combine(folder.Path, "meter.db");
        string left = Directory.CreateDirectory(Path.Combine(folder.Path, ".meter.db.new")).FullName;
        File.WriteAllText(Path.Combine(left, "meter.db"), "half a database");

        RecordExport.Write(synthetic, 0, 10, "sqlite", path, default);

        Directory.GetFileSystemEntries(folder.Path).ShouldBe([path]);
        ReadRows.OfFile(path).Timestamps.Count.ShouldBe(10);
    }

    /// <summary>The link had been deleted, and the incomplete file behind it had stayed.</summary>
    [Theory]
    [Needs("linux")]
    [InlineData("csv", "meter.csv")]
    [InlineData("sqlite", "meter.db")]
    public void Write_FailsBehindALink_LeavesTheLinkAlone(string format, string name)
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        string path = Path.Combine(folder.Path, name);
        string older = folder.Write("older", "1");
        File.CreateSymbolicLink(path, older);
        using var cancelled = new CancellationTokenSource();
        cancelled.Cancel();

        Should.Throw<OperationCanceledException>(() => RecordExport.Write(synthetic, 0, 10, format, path, cancelled.Token));

        new FileInfo(path).LinkTarget.ShouldBe(older);
        File.ReadAllText(older).ShouldBe("1");
        Directory.GetFileSystemEntries(folder.Path).Length.ShouldBe(2);
    }

    /// <summary>SQLite's own exception had ended the program as a defect does. A folder is where SQLite makes its file.</summary>
    [Fact]
    public void Write_DatabaseCannotBeMade_IsAFailureToWrite()
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        string path = Path.Combine(folder.Path, "meter.db");
        Directory.CreateDirectory(Path.Combine(folder.Path, ".meter.db.new", "meter.db"));

        Should.Throw<IOException>(() => RecordExport.Write(synthetic, 0, 10, "sqlite", path, default))
            .InnerException.ShouldNotBeNull().Message.ShouldStartWith("SQLite Error");

        Directory.GetFileSystemEntries(folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void Write_ConfigurationCannotBeOpened_LeavesNoData()
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        string path = Path.Combine(folder.Path, "meter.cfg");
        Directory.CreateDirectory(path);

        Should.Throw<UnauthorizedAccessException>(() => RecordExport.Write(synthetic, 0, 10, "comtrade", path, default));

        Directory.GetFileSystemEntries(folder.Path).ShouldBe([path]);
    }

    [Fact]
    public void Write_ComtradeOfAnotherExtension_Refused()
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(11);
        Should.Throw<ArgumentException>(() =>
            RecordExport.Write(synthetic, 0, 10, "comtrade", Path.Combine(folder.Path, "meter.txt"), default))
            .Message.ShouldContain(".cff");
    }

    private static int FirstWithEvents()
    {
        using var workload = new SyntheticWorkload(11);
        return Enumerable.Range(0, 20).First(source => Array.Exists(Fill(workload, source).Qualities, q => q != 0));
    }

    private static IWorkload Exported(TempFolder folder, IWorkload synthetic, string format, string name)
    {
        string path = Path.Combine(folder.Path, name);
        RecordExport.Write(synthetic, Source, Records, format, path, default).ShouldAllBe(file => File.Exists(file));
        return InputWorkload.Open(path, null, folder.Path, Records);
    }

    /// <summary>The audit's checksum, as if both were the same source; and how many records have flags.</summary>
    private static (ulong Sum, int Flags) Checksum(IWorkload workload, int source, bool withQuality)
    {
        var batch = Fill(workload, source);
        int flags = batch.Qualities.Count(q => q != 0);
        if (!withQuality)
        {
            Array.Clear(batch.Qualities);
        }

        batch.Reset(0, 0, batch.Count);
        return (RecordHash.Sum(batch), flags);
    }

    private static RecordBatch Fill(IWorkload workload, int source)
    {
        using var stream = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, Records);
        stream.Fill(batch, 0, Records);
        return batch;
    }
}
