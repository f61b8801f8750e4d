using System.Globalization;
using DbIngest.Abstractions.Records;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>Stamps of 16 bits, which wrap round every 65,536 counts.</summary>
public sealed class ShortTimestampTests
{
    private const int Samples = 400;
    private static readonly DateTime Start = new(2026, 1, 13, 8, 15, 0, DateTimeKind.Utc);

    [Theory]
    [InlineData("ASCII")]
    [InlineData("BINARY")]
    public void Read_StampsOf16Bits_GoOnAndAreMarked(string coding)
    {
        var read = Read(coding, i => i + 1, i => i * 1000 % 65_536);
        read.Timestamps.ShouldBe(Enumerable.Range(0, Samples).Select(i => Micros + (1000L * i)));
        read.Qualities.ShouldBe(Enumerable.Range(0, Samples)
            .Select(i => (uint)(i < 66 ? RecordQuality.Good : RecordQuality.TimeUncertain)));
        read.Facts.Values.ShouldContain("Stamps of 16 bits wrapped round 6 times: undone by sample numbers and sampling rate.");
        read.Facts.Values.ShouldNotContain(fact => fact.StartsWith("Time goes back", StringComparison.Ordinal));
    }

    [Fact]
    public void Read_LostSamplesOverAWrap_GoOn()
    {
        // Samples 100 to 299 were not stored: their numbers and 200 ms are missing, in which the stamp wrapped three times.
        static int Number(int i) => i < 100 ? i : i + 200;
        Read("BINARY", i => Number(i) + 1, i => Number(i) * 1000 % 65_536).Timestamps
            .ShouldBe(Enumerable.Range(0, Samples).Select(i => Micros + (1000L * Number(i))));
    }

    [Fact]
    public void Read_SampleNumbersDoNotGoOn_TimeGoesBackAndIsSaid()
    {
        var read = Read("ASCII", _ => 1, i => i * 1000 % 65_536);
        read.Timestamps[66].ShouldBeLessThan(read.Timestamps[65]);
        read.Facts.Values.ShouldContain("Time goes back 6 times.");
    }

    [Fact]
    public void Read_ClockSetBackByAnotherTime_GoesBackAndIsSaid()
    {
        var read = Read("ASCII", i => i + 1, i => i < 60 ? i * 1000 : (i - 40) * 1000);
        (read.Timestamps[60] - Micros).ShouldBe(20_000);
        read.Facts.Values.ShouldContain("Time goes back 1 times.");
    }

    [Fact]
    public void Read_NoSamplingRate_GoesBackAndIsSaid() =>
        Read("ASCII", i => i + 1, i => i * 1000 % 65_536, "0,400").Facts.Values.ShouldContain("Time goes back 6 times.");

    private static long Micros => (Start - DateTime.UnixEpoch).Ticks / 10;

    private static ReadRows Read(string coding, Func<int, int> number, Func<int, int> stamp, string rate = "1000,400")
    {
        using var folder = new TempFolder();
        using var data = new MemoryStream();
        using var writer = new BinaryWriter(data);
        for (int i = 0; i < Samples; i++)
        {
            if (coding == "ASCII")
            {
                writer.Write(System.Text.Encoding.ASCII.GetBytes(
                    string.Create(CultureInfo.InvariantCulture, $"{number(i)},{stamp(i)},{i}\r\n")));
                continue;
            }

            writer.Write(number(i));
            writer.Write(stamp(i));
            writer.Write((short)i);
        }

        folder.Write("a.dat", data.ToArray());
        return ReadRows.OfFile(folder.Write(
            "a.cfg", $"station,device,2013\n1,1A,0D\n1,u,A,,V,1,0,0,-32767,32767,1,1,P\n50\n1\n{rate}\n13/01/2026,08:15:00.000000\n13/01/2026,08:15:00.000000\n{coding}\n1\n0,0\n"));
    }
}
