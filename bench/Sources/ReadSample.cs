using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;

namespace DbIngest.Bench.Sources;

/// <summary>A file that <see cref="ReadBench"/> writes, reads by all ways and deletes.</summary>
/// <param name="Name">Its name in the table.</param>
/// <param name="Path">The path of the file.</param>
/// <param name="Options">Input options.</param>
/// <param name="Write">Writes the file.</param>
/// <param name="Peer">Reads it with another library and returns the sum of all numbers; null without one.</param>
internal sealed record ReadSample(string Name, string Path, string Options, Action Write, Func<string, double>? Peer)
{
    /// <summary>Number of times that one measurement reads the file.</summary>
    public int Repeats { get; init; } = 1;

    private const int HouseholdRows = 2_000_000;
    private const int ComtradeBytes = 80_000_000;
    private const int GreenButtonReadings = 150_000;

    /// <summary>Runs a reading <see cref="Repeats"/> times.</summary>
    public void Repeat(Action read)
    {
        for (int i = 0; i < Repeats; i++)
        {
            read();
        }
    }

    /// <summary>
    /// Writes rows like those of the household recording of the University of California: date, time and seven values.
    /// </summary>
    public static void WriteHousehold(string path)
    {
        var random = new SplitMix64(1);
        using var writer = new StreamWriter(path);
        writer.Write("Date,Time,Global_active_power,Global_reactive_power,Voltage,Global_intensity,Sub_metering_1,Sub_metering_2,Sub_metering_3\n");
        for (int row = 0; row < HouseholdRows; row++)
        {
            var time = new DateTime(2007, 1, 1).AddMinutes(row);
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"{time:d'/'M'/'yyyy},{time:H:mm:ss},{random.NextBelow(9000) / 1000.0},{random.NextBelow(900) / 1000.0},{220 + (random.NextBelow(3000) / 100.0)},"));
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                    $"{random.NextBelow(400) / 10.0},{random.NextBelow(3)},{random.NextBelow(80)},{random.NextBelow(20)}.0\n"));
        }
    }

    /// <summary>Writes a record of random samples at 4 kHz, with its configuration.</summary>
    public static void WriteComtrade(string path, string coding, int analog, int digital, int analogBytes)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"bench,bench,2013\n{analog + digital},{analog}A,{digital}D\n");
        for (int i = 1; i <= analog; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $"{i},a{i},,,V,0.0123,0.5,0,-32767,32767,1,1,P\n");
        }

        for (int i = 1; i <= digital; i++)
        {
            text.Append(CultureInfo.InvariantCulture, $"{i},d{i},,,0\n");
        }

        byte[] sample = new byte[8 + (analog * analogBytes) + (2 * ((digital + 15) / 16))];
        int samples = ComtradeBytes / sample.Length;
        text.Append(CultureInfo.InvariantCulture,
            $"50\n1\n4000,{samples}\n01/01/2026,00:00:00.000000\n01/01/2026,00:00:00.000000\n{coding}\n1\n0,0\n0,0\n");
        File.WriteAllText(path, text.ToString());
        var random = new SplitMix64(1);
        using var data = new BufferedStream(File.Create(System.IO.Path.ChangeExtension(path, ".dat")), 1 << 20);
        for (int number = 1; number <= samples; number++)
        {
            BinaryPrimitives.WriteInt32LittleEndian(sample, number);
            BinaryPrimitives.WriteUInt32LittleEndian(sample.AsSpan(4), (uint)number * 250);
            int at = 8;
            for (int i = 0; i < analog; i++, at += analogBytes)
            {
                int value = random.NextBelow(60_000) - 30_000;
                if (coding == "FLOAT32")
                {
                    BinaryPrimitives.WriteSingleLittleEndian(sample.AsSpan(at), value);
                }
                else if (analogBytes == 4)
                {
                    BinaryPrimitives.WriteInt32LittleEndian(sample.AsSpan(at), value);
                }
                else
                {
                    BinaryPrimitives.WriteInt16LittleEndian(sample.AsSpan(at), (short)value);
                }
            }

            for (; at < sample.Length; at += 2)
            {
                BinaryPrimitives.WriteUInt16LittleEndian(sample.AsSpan(at), (ushort)random.Next());
            }

            data.Write(sample);
        }
    }

    /// <summary>Writes quarter-hour readings as a utility exports them, one block per day.</summary>
    public static void WriteGreenButton(string path)
    {
        var random = new SplitMix64(1);
        using var writer = new StreamWriter(path);
        writer.Write("""
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <entry><link rel="self" href="/ReadingType/1"/><content><ReadingType xmlns="http://naesb.org/espi"><powerOfTenMultiplier>-3</powerOfTenMultiplier><uom>72</uom></ReadingType></content></entry>
            <entry><content><IntervalBlock xmlns="http://naesb.org/espi">

            """);
        for (int i = 0; i < GreenButtonReadings; i++)
        {
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"""
                  <IntervalReading>
                    <cost>{random.NextBelow(10_000)}</cost>
                    <timePeriod>
                      <duration>900</duration>
                      <start>{1_300_000_000 + (900L * i)}</start>
                    </timePeriod>
                    <value>{random.NextBelow(1_000_000)}</value>
                  </IntervalReading>

                """));
        }

        writer.Write("</IntervalBlock></content></entry></feed>\n");
    }
}
