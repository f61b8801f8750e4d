using System.Security.Cryptography;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Recording;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Sources.Tests.Recording;

public class RecordingWorkloadTests
{
    [Fact]
    public void Fill_FewerRecordsThanRows_AreTheRows()
    {
        using var folder = new TempFolder();
        using var workload = Open(folder, Rows(10_000), 9_000);
        var batch = Fill(workload, 3, 4_000, 5_000);
        batch.Source.ShouldBe(3);
        batch.Column(0)[0].ShouldBe(4_000.5);
        batch.Column(1)[4_999].ShouldBe(-8_999);
        batch.Timestamps[1].ShouldBe(4_001 * 60_000_000L);
        workload.Facts["rows"].ShouldBe("9000 (no more are needed)");
        workload.Facts["repetition"].ShouldBe("none");
    }

    [Fact]
    public void Fill_MoreRecordsThanRows_RepeatsLater()
    {
        using var folder = new TempFolder();
        using var workload = Open(folder, Rows(5_000), 12_000);
        var batch = Fill(workload, 0, 0, 12_000);
        for (int row = 0; row < 12_000; row++)
        {
            // A regular recording goes on as if it had never ended.
            batch.Timestamps[row].ShouldBe(row * 60_000_000L);
            batch.Column(0)[row].ShouldBe((row % 5_000) + 0.5);
        }

        workload.Facts["repetition"].ShouldBe("each source replays the rows 2.4 times, each time 300000 s later");
        Should.Throw<ArgumentOutOfRangeException>(() => Fill(workload, 0, 11_999, 2));
    }

    [Fact]
    public void Fill_AnySplit_SameRecords()
    {
        const int Length = 9_000;
        using var folder = new TempFolder();
        using var workload = Open(folder, Rows(4_500), 100_000);
        Prop.ForAll(Gen.Choose(0, 90_000).ToArbitrary(), Gen.Choose(1, Length - 1).ListOf(5).ToArbitrary(), (start, cuts) =>
        {
            int[] bounds = [.. cuts.Append(0).Append(Length).Distinct().Order()];
            ulong sum = 0;
            for (int i = bounds.Length - 1; i > 0; i--)
            {
                sum += RecordHash.Sum(Fill(workload, 1, start + bounds[i - 1], bounds[i] - bounds[i - 1]));
            }

            return sum == RecordHash.Sum(Fill(workload, 1, start, Length));
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Fill_MissingValues_NaNAndMarked()
    {
        using var folder = new TempFolder();
        using var workload = Open(folder, "time,a,b\n2020-01-02 10:00,1,?\n2020-01-02 10:00,2,2\n2020-01-02 09:00,?,\n", 3);
        var batch = Fill(workload, 0, 0, 3);
        batch.Qualities[..3].ShouldBe([(uint)RecordQuality.Missing, 0u, (uint)RecordQuality.Missing]);
        double.IsNaN(batch.Column(1)[2]).ShouldBeTrue();
        workload.Facts["missing_values"].ShouldBe("3");
        workload.Facts["missing_by_value"].ShouldBe("a 1, b 2");
        workload.Facts["backward_timestamps"].ShouldBe("1");
        workload.Facts["repeated_timestamps"].ShouldBe("1");
        workload.Facts["earliest_utc"].ShouldBe("2020-01-02T09:00:00Z");
    }

    [Fact]
    public void Facts_IdentifyTheFile()
    {
        string text = Rows(10);
        using var folder = new TempFolder();
        using var workload = Open(folder, text, 5);
        workload.Name.ShouldBe("rows.csv");
        workload.Facts["file"].ShouldBe("rows.csv");
        workload.Facts["bytes"].ShouldBe($"{text.Length}");
        workload.Facts["sha256"].ShouldBe(Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text))));
    }

    [Fact]
    public void Dispose_TemporaryFile_Gone()
    {
        using var folder = new TempFolder();
        var workload = Open(folder, Rows(100), 100);
        var source = workload.Open(0);
        workload.Dispose();
        Directory.GetFiles(Path.Combine(folder.Path, "work")).ShouldBeEmpty();

        // A stream that is still open keeps its data.
        var batch = new RecordBatch(workload.Schema, 100);
        source.Fill(batch, 0, 100);
        batch.Column(0)[99].ShouldBe(99.5);
        source.Dispose();
        Should.Throw<ObjectDisposedException>(() => source.Fill(batch, 0, 1));
    }

    [Fact]
    public void Open_MalformedLater_TemporaryFileGone()
    {
        using var folder = new TempFolder();
        Should.Throw<InputException>(() => Open(folder, Rows(10_000) + "rubbish,x,y\n" + Rows(3), 20_000)).Message
            .ShouldContain("line 10002");
        Directory.GetFiles(Path.Combine(folder.Path, "work")).ShouldBeEmpty();
    }

    [Fact]
    public void Open_FolderIsAFile_InputException()
    {
        using var folder = new TempFolder();
        string path = folder.Write("rows.csv", Rows(10));
        Should.Throw<InputException>(() => InputWorkload.Open(path, null, path, 10)).Message.ShouldContain("work folder");
    }

    [Fact]
    public void Copy_DiskFull_InputExceptionWithRemedy()
    {
        using var folder = new TempFolder();
        var options = InputOptions.Parse("");
        var file = InputFile.Open(folder.Write("rows.csv", Rows(20_000)), options);
        using var reader = new CsvFormat().Open(file, options, new InputFiles([file]));
        string message = Should.Throw<InputException>(() => SpoolWriter.Copy(reader, 20_000, new FullDisk(200_000), "rows.csv"))
            .Message;
        message.ShouldStartWith("rows.csv: its temporary copy could not be written after ");
        message.ShouldEndWith(" bytes: No space left. Choose a work folder with more room.");
    }

    [Fact]
    public void Open_RepeatedBeyondYear9999_Refused()
    {
        using var folder = new TempFolder();
        Should.Throw<InputException>(() => Open(folder, "time,a\n2020-01-02,1\n2021-01-02,2\n", 1_000_000)).Message
            .ShouldContain("9999");
    }

    [Fact]
    public void Fill_Repeatedly_AllocatesNothing()
    {
        using var folder = new TempFolder();
        using var workload = Open(folder, Rows(5_000), 1_000_000);
        using var source = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, 1_000);

        // The runtime sets up what it needs in the first passes; what is allocated a record or a batch is there in each.
        Enumerable.Range(0, 4).Min(_ => AllocatedBy(source, batch)).ShouldBe(0);
    }

    private static long AllocatedBy(IRecordSource source, RecordBatch batch)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 500; i++)
        {
            source.Fill(batch, i * 1_777, 1_000);
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static IWorkload Open(TempFolder folder, string text, long maxRecords) =>
        InputWorkload.Open(folder.Write("rows.csv", text), null, Path.Combine(folder.Path, "work"), maxRecords);

    private static RecordBatch Fill(IWorkload workload, int source, long first, int count)
    {
        using var stream = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, count);
        stream.Fill(batch, first, count);
        return batch;
    }

    private static string Rows(int count)
    {
        var text = new StringBuilder("time,a,b\n");
        for (int row = 0; row < count; row++)
        {
            text.Append(DateTime.UnixEpoch.AddMinutes(row).ToString("yyyy-MM-dd HH:mm")).Append($",{row + 0.5},{-row}\n");
        }

        return text.ToString();
    }

    private sealed class FullDisk(long room) : MemoryStream
    {
        public override void Write(ReadOnlySpan<byte> buffer)
        {
            if (Position + buffer.Length > room)
            {
                throw new IOException("No space left.");
            }

            base.Write(buffer);
        }
    }
}
