using System.IO.Compression;
using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Input;

public class InputFileTests
{
    private const string Text = "time,u\n2020-01-02 10:00,1\n2020-01-02 10:01,2\n";

    [Fact]
    public void Read_Gzip_SameRowsAsPlain() => ReadRows.Of(Gzip(Encoding.UTF8.GetBytes(Text))).Columns[0].ShouldBe([1, 2]);

    [Fact]
    public void Read_GzipCutOff_InputException()
    {
        byte[] whole = Gzip(
            Encoding.UTF8.GetBytes(Text
            + string.Concat(Enumerable.Range(0, 20_000).Select(i => $"2020-01-02 10:02,{i * 7919 % 10007}\n"))));
        byte[] cut = whole[..(whole.Length / 2)];
        try
        {
            // .NET takes a gzip stream that ends early for a whole one; then the rows end in a torn line.
            ReadRows.Of(cut).Timestamps.Count.ShouldBeLessThan(20_000);
        }
        catch (InputException e)
        {
            e.Message.ShouldStartWith("input.csv");
        }
    }

    /// <summary>An input of many files had kept 64 KiB of each in memory until the last was read.</summary>
    [Fact]
    public void Head_AfterItsUse_IsNotKeptInMemory()
    {
        using var folder = new TempFolder();
        string path = folder.Write("a.csv", Text);
        var file = InputFile.Open(path, InputOptions.Parse(null));
        First(file).ShouldBe((byte)'t');
        folder.Write("a.csv", "other");
        GC.Collect();
        First(file).ShouldBe((byte)'o');

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        static byte First(InputFile file) => file.Head[0];
    }

    [Fact]
    public void Read_ZipWithOneEntry_Read() => ReadRows.Of(Zip(("a.csv", Text))).Columns[0].ShouldBe([1, 2]);

    [Fact]
    public void Read_ZipWithSeveralEntries_OneMustBeNamed()
    {
        byte[] zip = Zip(("a.csv", Text), ("b/c.csv", Text.Replace(",2", ",3")));
        Should.Throw<InputException>(() => ReadRows.Of(zip)).Message.ShouldContain("a.csv, b/c.csv");
        ReadRows.Of(zip, "entry=b/c.csv").Columns[0].ShouldBe([1, 3]);
        Should.Throw<InputException>(() => ReadRows.Of(zip, "entry=d")).Message.ShouldContain("none named d");
    }

    /// <summary>The first content had been read twice, and the second one not at all.</summary>
    [Fact]
    public void Open_ZipWithANameTwice_Refused()
    {
        using var folder = new TempFolder();
        string path = folder.Write("days.zip", Zip(("a.csv", Text), ("a.csv", Text.Replace(",2", ",3"))));
        Should.Throw<InputException>(() => InputInspector.Inspect(path, null, default)).Message
            .ShouldContain("two files named 'a.csv'");
    }

    [Fact]
    public void Read_ZipDamaged_InputException()
    {
        byte[] zip = Zip(("a.csv", Text));
        zip.AsSpan(zip.Length - 40).Fill(0x55);
        string message = Should.Throw<InputException>(() => ReadRows.Of(zip)).Message;
        message.ShouldStartWith("input.csv");
        message.ShouldEndWith("copy it again.");
    }

    /// <summary>The messages had named neither the entry nor a remedy, and an encrypted file had counted as damaged.</summary>
    [Theory]
    [InlineData(8, "it is encrypted; unpack it, and give its file.")]
    [InlineData(16, "cannot be read after 45 bytes of content: its size or checksum is not the one that the zip file states; it "
        + "is damaged or cut off: copy it again.")]
    public void Read_FileInAZipThatCannotBeRead_NamesBothAndTheRemedy(int place, string message)
    {
        byte[] zip = Zip(("b/a.csv", Text));

        // In the directory: the first flag is that of encryption, and the checksum follows.
        zip[zip.AsSpan().LastIndexOf("PK\u0001\u0002"u8) + place] ^= 1;
        Should.Throw<InputException>(() => ReadRows.Of(zip)).Message.ShouldBe("input.csv, entry b/a.csv: " + message);
    }

    [Fact]
    public void Read_ExpandsBeyondRatio_Refused()
    {
        // 70 MiB of one line, less than a hundredth of that as a file.
        byte[] line = Encoding.UTF8.GetBytes("2020-01-02 10:02,1" + new string(' ', 110) + "\n");
        var text = new MemoryStream();
        text.Write(Encoding.UTF8.GetBytes(Text));
        while (text.Length < 70 << 20)
        {
            text.Write(line);
        }

        byte[] bomb = Gzip(text.ToArray());
        bomb.Length.ShouldBeLessThan(700 << 10);
        Should.Throw<InputException>(() => ReadRows.Of(bomb, "max-ratio=100", 4096)).Message.ShouldContain("max-ratio");
        Should.Throw<InputException>(() => ReadRows.Of(bomb, "max-bytes=1000000,max-ratio=1100", 4096)).Message
            .ShouldContain("max-bytes");
        ReadRows.Of(bomb, "max-ratio=1100", 4096).Timestamps.Count.ShouldBeGreaterThan(500_000);
    }

    [Fact]
    public void Open_NoFile_InputException() =>
        Should.Throw<InputException>(() => InputFile.Open("/nowhere/x.csv", InputOptions.Parse("")))
            .Message.ShouldStartWith("x.csv");

    [Fact]
    public void Open_Folder_InputException() =>
        Should.Throw<InputException>(() => InputFile.Open(Path.GetTempPath(), InputOptions.Parse("")));

    [Fact]
    public void Read_Binary_NoFormat() =>
        Should.Throw<InputException>(() => ReadRows.Of([1, 2, 0, 0, 7, 9, 0, 1])).Message.ShouldContain("csv");

    private static byte[] Gzip(byte[] content)
    {
        var target = new MemoryStream();
        using (var gzip = new GZipStream(target, CompressionLevel.Optimal))
        {
            gzip.Write(content);
        }

        return target.ToArray();
    }

    private static byte[] Zip(params (string Name, string Text)[] entries)
    {
        var target = new MemoryStream();
        using (var zip = new ZipArchive(target, ZipArchiveMode.Create))
        {
            foreach (var (name, text) in entries)
            {
                using var entry = zip.CreateEntry(name).Open();
                entry.Write(Encoding.UTF8.GetBytes(text));
            }
        }

        return target.ToArray();
    }
}
