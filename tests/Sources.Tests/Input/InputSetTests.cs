using System.IO.Compression;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Input;
using DbIngest.Sources.Tests.Comtrade;

namespace DbIngest.Sources.Tests.Input;

public sealed class InputSetTests
{
    [Fact]
    public void Open_Folder_FilesInOrderOfNameOrTime()
    {
        using var folder = new TempFolder();
        folder.Write("b.csv", Day(2));
        folder.Write("a.csv", Day(1));
        folder.Write("README.md", "text");
        File.SetLastWriteTimeUtc(Path.Combine(folder.Path, "b.csv"), new DateTime(2020, 1, 1));

        var byName = InputSet.Open(folder.Path, InputOptions.Parse(null));
        byName.Files.Select(f => f.Name).ShouldBe(["a.csv", "b.csv"]);
        byName.LeftOut.ShouldBe(["README.md"]);
        InputSet.Open(folder.Path, InputOptions.Parse("order=time")).Files.Select(f => f.Name).ShouldBe(["b.csv", "a.csv"]);
        InputSet.Open(Path.Combine(folder.Path, "b*.csv"), InputOptions.Parse(null)).Files.Select(f => f.Name)
            .ShouldBe(["b.csv"]);
        Should.Throw<InputException>(() => InputSet.Open(Path.Combine(folder.Path, "*.txt"), InputOptions.Parse(null))).Message
            .ShouldContain("no file");
    }

    [Fact]
    [Needs("linux")]
    public void Open_FolderOfLinksByTime_TheTimesAreThoseOfTheFiles()
    {
        using var folder = new TempFolder();
        using var links = new TempFolder();
        foreach (string name in new[] { "a.csv", "b.csv" })
        {
            File.CreateSymbolicLink(Path.Combine(links.Path, name), folder.Write(name, Day(1)));
        }

        File.SetLastWriteTimeUtc(Path.Combine(folder.Path, "b.csv"), new DateTime(2020, 1, 1));
        InputSet.Open(links.Path, InputOptions.Parse("order=time")).Files.Select(f => f.Name).ShouldBe(["b.csv", "a.csv"]);
    }

    [Fact]
    public void Fill_FewerSourcesThanFiles_EachReadsSeveral()
    {
        using var folder = new TempFolder();
        for (int day = 1; day <= 5; day++)
        {
            folder.Write($"day{day}.csv", Day(day));
        }

        using var workload = Open(folder, maxRecords: 30, sources: 2);

        Values(workload, 0, 30).ShouldBe([.. DayValues(1), .. DayValues(3), .. DayValues(5)]);
        Values(workload, 1, 20).ShouldBe([.. DayValues(2), .. DayValues(4)]);
        workload.Facts["files"].ShouldBe("5");
        workload.Facts["share"].ShouldStartWith("2 streams");
    }

    [Fact]
    public void Fill_MoreSourcesThanFiles_SharedByTime()
    {
        using var folder = new TempFolder();
        folder.Write("day1.csv", Day(1));
        folder.Write("day2.csv", Day(2));
        using var workload = Open(folder, maxRecords: 7, sources: 4);

        Values(workload, 0, 5).ShouldBe(DayValues(1)[..5]);
        Values(workload, 2, 7).ShouldBe([.. DayValues(1)[5..], .. DayValues(1)[5..7]]);
        Values(workload, 3, 5).ShouldBe(DayValues(2)[5..]);
        workload.Facts["share"].ShouldContain("shared by up to 2 sources by time");
    }

    [Fact]
    public void Fill_SharedByChannel_EachHasItsValues()
    {
        using var folder = new TempFolder();
        folder.Write("day1.csv", Day(1));
        using var workload = Open(folder, maxRecords: 10, sources: 2, "share=channels");

        workload.Schema.Values.ShouldBe([new ValueColumn("channel_1", string.Empty)]);
        Values(workload, 0, 10).ShouldBe(DayValues(1));
        Values(workload, 1, 10).ShouldBe([.. DayValues(1).Select(v => -v)]);
        Should.Throw<InputException>(() => Open(folder, 10, 3, "share=channels")).Message.ShouldContain("equally");
    }

    [Fact]
    public void Fill_MoreSourcesThanRows_RefusedUnlessEachHasAll()
    {
        using var folder = new TempFolder();
        folder.Write("day1.csv", Day(1));
        Should.Throw<InputException>(() => Open(folder, 10, 11)).Message.ShouldContain("share=all");
        using var workload = Open(folder, 10, 11, "share=all");
        Values(workload, 10, 10).ShouldBe(DayValues(1));
    }

    [Fact]
    public void Open_FilesOfDifferentShape_NamesBoth()
    {
        using var folder = new TempFolder();
        folder.Write("a.csv", Day(1));
        folder.Write("b.csv", "time,x,y\n2020-01-01 00:00,1,2\n");
        string message = Should.Throw<InputException>(() => Open(folder, 20, 1)).Message;
        message.ShouldContain("b.csv");
        message.ShouldContain("a.csv");
    }

    /// <summary>The archiver of macOS packs a file of attributes beside each file: its AppleDouble magic is 00051607.</summary>
    [Fact]
    public void Open_ZipMadeOnMacOs_FilesOfAttributesAreLeftOut()
    {
        using var folder = new TempFolder();
        string zip = Path.Combine(folder.Path, "days.zip");
        using (var archive = ZipFile.Open(zip, ZipArchiveMode.Create))
        {
            foreach (string name in new[] { "x/day1.csv", "__MACOSX/x/._day1.csv", "x/.DS_Store" })
            {
                using var entry = archive.CreateEntry(name).Open();
                entry.Write(name == "x/day1.csv" ? Encoding.UTF8.GetBytes(Day(1)) : [0, 5, 22, 7, 0, 2, 0, 0, 0, 0]);
            }
        }

        using var set = InputSet.Open(zip, InputOptions.Parse(null));
        set.Files.Select(file => file.Name).ShouldBe(["day1.csv"]);
        set.LeftOut.ShouldBe(["__MACOSX/x/._day1.csv", "x/.DS_Store"]);
        InputInspector.Inspect(zip, null, default).Rows.ShouldBe(10);
    }

    [Fact]
    [Needs("recordings")]
    public void Open_ZipOfConfigurationAndData_IsOneRecord()
    {
        using var folder = new TempFolder();
        string zip = Path.Combine(folder.Path, "record.zip");
        using (var archive = ZipFile.Open(zip, ZipArchiveMode.Create))
        {
            string source = Path.Combine(EquipmentData.Folder, "comtrade", "sepam-s40-binary-no-timestamps");
            archive.CreateEntryFromFile(Path.Combine(source, "4.CFG"), "x/4.CFG");
            archive.CreateEntryFromFile(Path.Combine(source, "4.DAT"), "x/4.DAT");
        }

        using var workload = InputWorkload.Open(zip, null, Path.Combine(folder.Path, "work"), 2400);
        workload.Facts["rows"].ShouldStartWith("2400");
        workload.Facts["files"].ShouldBe("1");
        workload.Facts["comtrade_device"].ShouldBe("S40/02.11 - sepam 21BBE24");
    }

    [Fact]
    [Needs("recordings")]
    public void Open_FifteenDaysInAZip_MillionRowsOfOneRecording()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(EquipmentData.Folder, "timeseries", "tracebase_refrigerator_76C07F_2012.zip");
        using var workload = InputWorkload.Open(path, "date=d/M/yyyy", Path.Combine(folder.Path, "work"), 2_000_000);

        workload.Facts["rows"].ShouldBe("1055402");
        workload.Facts["files"].ShouldBe("15");
        workload.Facts["files_left_out"].ShouldBe("README.md");
    }

    private static IWorkload Open(TempFolder folder, long maxRecords, int sources, string? options = null) =>
        InputWorkload.Open(Path.Combine(folder.Path, "*.csv"), options, Path.Combine(folder.Path, "work"), maxRecords, sources);

    private static double[] Values(IWorkload workload, int source, int count)
    {
        using var stream = workload.Open(source);
        var batch = new RecordBatch(workload.Schema, count);
        stream.Fill(batch, 0, count);
        return batch.Column(0).ToArray();
    }

    private static double[] DayValues(int day) => [.. Enumerable.Range(0, 10).Select(row => (day * 100.0) + row + 0.5)];

    private static string Day(int day)
    {
        var text = new StringBuilder("time,a,b\n");
        for (int row = 0; row < 10; row++)
        {
            text.Append($"2020-01-{day:00} 10:{row:00}:00,{(day * 100) + row}.5,-{(day * 100) + row}.5\n");
        }

        return text.ToString();
    }
}
