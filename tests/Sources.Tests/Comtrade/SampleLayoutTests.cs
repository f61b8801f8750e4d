using System.Globalization;
using System.IO.Compression;
using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>Data whose samples do not lie where the configuration or the header of the section says.</summary>
public sealed class SampleLayoutTests
{
    private const int SampleBytes = 12;

    [Theory]
    [InlineData("a.cff")]
    [InlineData("a.cff.gz")]
    public void Read_CombinedLongerThanItsHeaderSays_IsRefused(string name)
    {
        // Half of the samples are counted; then a line feed that became two bytes on the way.
        Refused(name, Combined(10 * SampleBytes, Samples(20)), "goes on after the 120 bytes that its header declares");
        byte[] changed = [.. Samples(20)];
        changed = [.. changed[..110], (byte)'\r', .. changed[110..]];
        Refused(name, Combined(20 * SampleBytes, changed), "line ends converted");
    }

    [Theory]
    [InlineData("")]
    [InlineData("\r\n")]
    [InlineData("\u001a\u001a\u001a")]
    [InlineData("\r\n--- file type: INF ---\r\nx=1\r\n")]
    public void Read_CombinedWithPaddingOrASectionBehindIt_IsRead(string behind)
    {
        byte[] file = Combined(20 * SampleBytes, [.. Samples(20), .. Encoding.ASCII.GetBytes(behind)]);
        ReadRows.Of(file, name: "a.cff").Timestamps.Count.ShouldBe(20);
        ReadRows.Of([0xef, 0xbb, 0xbf, .. file], name: "a.cff").Timestamps.Count.ShouldBe(20);
        ReadRows.Of(Zipped(file), name: "a.cff.gz").Timestamps.Count.ShouldBe(20);
    }

    [Fact]
    public void Read_StatusWordsOfFourBytes_SaysSo()
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", Samples(20, wideWords: true));
        Should.Throw<InputException>(() => ReadRows.OfFile(folder.Write("a.cfg", Configuration())))
            .Message.ShouldContain(
                "its samples have 14 bytes, and the configuration's have 12: its status words have 4 bytes each");
    }

    [Fact]
    public void Read_SampleNumbersThatStandStill_AreRead()
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", Samples(20, number: _ => 7));
        ReadRows.OfFile(folder.Write("a.cfg", Configuration())).Timestamps.Count.ShouldBe(20);
    }

    [Theory]
    [InlineData("2A,1A,1D", "The total of channels is written as '2A'.")]
    [InlineData("7A,1A,1D", "The total of 7 channels is not 1 + 1.")]
    public void Read_TotalWithALetter_IsReadAndSaid(string counts, string oddity)
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", Samples(20));
        var read = ReadRows.OfFile(folder.Write("a.cfg", Configuration().Replace("2,1A,1D", counts, StringComparison.Ordinal)));
        read.Columns[0][19].ShouldBe(19);
        read.Facts.Values.ShouldContain(oddity);
    }

    private static void Refused(string name, byte[] file, string reason)
    {
        byte[] content = name.EndsWith(".gz", StringComparison.Ordinal) ? Zipped(file) : file;
        Should.Throw<InputException>(() => ReadRows.Of(content, name: name)).Message.ShouldContain(reason);
    }

    private static byte[] Zipped(byte[] content)
    {
        var target = new MemoryStream();
        using (var gzip = new GZipStream(target, CompressionLevel.Fastest))
        {
            gzip.Write(content);
        }

        return target.ToArray();
    }

    private static byte[] Combined(int counted, byte[] data) => [.. Encoding.ASCII.GetBytes(
        $"--- file type: CFG ---\r\n{Configuration()}--- file type: DAT BINARY: "
        + $"{counted.ToString(CultureInfo.InvariantCulture)} ---\r\n"), .. data];

    private static string Configuration() =>
        "station,device,2013\r\n2,1A,1D\r\n1,u,A,,V,1,0,0,-32767,32767,1,1,P\r\n1,trip,,,0\r\n50\r\n1\r\n1000,20\r\n13/01/2026,08:15:00.0\r\n13/01/2026,08:15:00.0\r\nBINARY\r\n1\r\n";

    private static byte[] Samples(int count, bool wideWords = false, Func<int, int>? number = null)
    {
        using var data = new MemoryStream();
        using var writer = new BinaryWriter(data);
        for (int i = 0; i < count; i++)
        {
            writer.Write(number is null ? i + 1 : number(i));
            writer.Write(i * 1000);
            writer.Write((short)i);
            writer.Write((ushort)1);
            if (wideWords)
            {
                writer.Write((ushort)0);
            }
        }

        return data.ToArray();
    }
}
