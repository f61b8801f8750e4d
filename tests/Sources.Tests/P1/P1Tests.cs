using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.P1;

namespace DbIngest.Sources.Tests.P1;

/// <summary>
/// Telegrams of real meters as the project dsmr_parser publishes them with its tests, whose expectations these are
/// (test_parse_v4_2.py, test_parse_v5.py).
/// </summary>
public sealed class P1Tests
{
    private const string Kaifa =
        "/KFM5KAIFA-METER\r\n\r\n1-3:0.2.8(42)\r\n0-0:1.0.0(161113205757W)\r\n0-0:96.1.1(3960221976967177082151037881335713)\r\n1-0:1.8.1(001581.123*kWh)\r\n"
        + "1-0:1.8.2(001435.706*kWh)\r\n1-0:2.8.1(000000.000*kWh)\r\n1-0:2.8.2(000000.000*kWh)\r\n0-0:96.14.0(0002)\r\n1-0:1.7.0(02.027*kW)\r\n1-0:2.7.0(00.000*kW)\r\n"
        + "0-0:96.7.21(00015)\r\n0-0:96.7.9(00007)\r\n1-0:99.97.0(3)(0-0:96.7.19)(000104180320W)(0000237126*s)(000101000001W)(2147583646*s)(000102000003W)(2317482647*s)\r\n"
        + "1-0:32.32.0(00000)\r\n1-0:52.32.0(00000)\r\n1-0:72.32.0(00000)\r\n1-0:32.36.0(00000)\r\n1-0:52.36.0(00000)\r\n1-0:72.36.0(00000)\r\n0-0:96.13.1()\r\n0-0:96.13.0()\r\n"
        + "1-0:31.7.0(000*A)\r\n1-0:51.7.0(006*A)\r\n1-0:71.7.0(002*A)\r\n1-0:21.7.0(00.170*kW)\r\n1-0:22.7.0(00.000*kW)\r\n1-0:41.7.0(01.247*kW)\r\n1-0:42.7.0(00.000*kW)\r\n"
        + "1-0:61.7.0(00.209*kW)\r\n1-0:62.7.0(00.000*kW)\r\n0-1:24.1.0(003)\r\n0-1:96.1.0(4819243993373755377509728609491464)\r\n0-1:24.2.1(161129200000W)(00981.443*m3)\r\n!6796\r\n";

    // A heat meter, whose checksum is written without its leading zero.
    private const string Heat =
        "/NWA-WARMTELINK\r\n\r\n1-3:0.2.8(50)\r\n0-0:1.0.0(260215200523W)\r\n0-0:96.1.1(ADC3100000158491)\r\n0-0:96.13.1()\r\n0-0:96.13.0()\r\n0-1:24.1.0(004)\r\n"
        + "0-1:96.1.0(621848012D2C0B0C)\r\n0-1:24.2.1(260215200523W)(240.860*GJ)\r\n!B9F\r\n";

    [Fact]
    public void Read_PublishedTelegram_IsARecord()
    {
        var read = ReadRows.Of(Kaifa + Kaifa);
        read.Timestamps.Count.ShouldBe(2);
        read.Time(0).ShouldBe(new DateTime(2016, 11, 13, 19, 57, 57));
        Value(read, "energy_import_t1", "kWh").ShouldBe(1581.123);
        Value(read, "energy_import_t2", "kWh").ShouldBe(1435.706);
        Value(read, "power_import", "kW").ShouldBe(2.027);
        Value(read, "current_l2", "A").ShouldBe(6);
        Value(read, "power_import_l2", "kW").ShouldBe(1.247);
        Value(read, "meter_1", "m3").ShouldBe(981.443);
        read.Schema.ValueCount.ShouldBe(16);
        read.Facts["p1_columns_left_out"].ShouldContain("0-0:96.14.0");
        read.Qualities[1].ShouldBe(0u);
    }

    [Fact]
    public void Read_ObjectNamedTwice_IsRefused() =>
        Should.Throw<ArgumentException>(() => ReadRows.Of(Kaifa, "columns=power_import+power_import:again")).Message
            .ShouldContain("named twice");

    /// <summary>A file of other lines had been read to its end, whatever its size, before it was refused.</summary>
    [Fact]
    public void Read_NoTelegramInTheFirst64MiB_Refused()
    {
        string other = new string('x', 1_000_000) + "\n";
        byte[] content = Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(other, 68)) + Kaifa);
        Should.Throw<InputException>(() => ReadRows.Of(content, "format=p1")).Message
            .ShouldContain("no telegram at its beginning has the right checksum");
    }

    [Fact]
    public void Read_UnpaddedChecksum_IsSound() => Value(ReadRows.Of(Heat), "meter_1", "GJ").ShouldBe(240.860);

    // The check value of CRC-16/ARC in G. Cook's catalogue of parametrised CRC algorithms.
    [Fact]
    public void Crc16_CheckValue_IsThatOfTheCatalogue() => Crc16.Append(0, "123456789"u8).ShouldBe((ushort)0xBB3D);

    [Fact]
    public void Read_LineEndsConverted_IsSound() => ReadRows.Of(Kaifa.ReplaceLineEndings("\n")).Timestamps.Count.ShouldBe(1);

    [Fact]
    public void Read_ChangedDigit_StopsOrIsSkipped()
    {
        string changed = Kaifa + Kaifa.Replace("02.027", "02.927", StringComparison.Ordinal) + Kaifa;
        string message = Should.Throw<InputException>(() => ReadRows.Of(changed)).Message;
        message.ShouldContain("line 72: the checksum is");
        message.ShouldContain("the telegram says '6796' (it begins in line 37)");
        var read = ReadRows.Of(changed, "bad-rows=skip");
        read.Timestamps.Count.ShouldBe(2);
        read.Facts["p1_bad_rows"].ShouldStartWith("1 skipped");
    }

    /// <summary>The message had named the last line of the telegram.</summary>
    [Fact]
    public void Read_ValueThatIsNoNumber_NamesItsLine() => Should.Throw<InputException>(() => ReadRows.Of(
        Kaifa + Signed(Kaifa.Replace("(02.027*kW)", "(*****kW)", StringComparison.Ordinal)))).Message
        .ShouldStartWith("input.csv, line 47: '*****kW' of 1-0:1.7.0 is not a number of kW.");

    [Fact]
    public void Read_NoTelegramIsSound_NamesTheFirst() =>
        Should.Throw<InputException>(() => ReadRows.Of(Kaifa.Replace("02.027", "02.927", StringComparison.Ordinal))).Message
            .ShouldMatch("^input.csv, line 36: no telegram .* checksum; of the first, the checksum is .* record the port again");

    [Fact]
    public void Read_LostEndAndTornEnd_AreSaid()
    {
        string lost = Kaifa[..Kaifa.IndexOf("!6796", StringComparison.Ordinal)] + Kaifa;
        Should.Throw<InputException>(() => ReadRows.Of(lost)).Message.ShouldContain("no end ('!') before the next one begins");
        ReadRows.Of(lost, "bad-rows=skip").Timestamps.Count.ShouldBe(1);

        // Wherever the capture was cut off, the last telegram is no record. The last two bytes are its line end.
        for (int cut = 1; cut < Kaifa.Length - 2; cut += 29)
        {
            var read = ReadRows.Of(Kaifa + Kaifa[..cut]);
            read.Timestamps.Count.ShouldBe(1);
            read.Facts["p1_torn_last_line"].ShouldStartWith("left out");
        }

        ReadRows.Of(Kaifa + Kaifa[..^3]).Facts["p1_torn_last_line"].ShouldContain("the telegram says '679'");
    }

    [Fact]
    public void Read_CaptureThatBeginsWithinATelegram_IsReadFromTheNext()
    {
        var read = ReadRows.Of(Kaifa[200..] + Kaifa);
        read.Timestamps.Count.ShouldBe(1);
        read.Facts["p1_rows_left_out"].ShouldEndWith("lines between telegrams");
    }

    [Theory]
    [InlineData("161113205757W", "", "2016-11-13T19:57:57")]
    [InlineData("160713205757S", "", "2016-07-13T18:57:57")]
    [InlineData("160713205757S", "time-zone=Europe/Vilnius", "2016-07-13T17:57:57")]
    [InlineData("160713205757", "time-zone=Europe/Amsterdam", "2016-07-13T18:57:57")]
    public void Read_SummerAndWinterTime_AreUtc(string time, string options, string utc)
    {
        var read = ReadRows.Of(Signed(Kaifa.Replace("161113205757W", time, StringComparison.Ordinal)), options);
        read.Time(0).ShouldBe(DateTime.Parse(utc, System.Globalization.CultureInfo.InvariantCulture));
    }

    [Fact]
    public void Read_ChosenColumns_AreNamed()
    {
        var read = ReadRows.Of(Kaifa, "columns=meter_1:gas+power_import");
        read.Schema.Values.ShouldBe([new ValueColumn("gas", "m3"), new ValueColumn("power_import", "kW")]);
        Should.Throw<InputException>(() => ReadRows.Of(Kaifa, "columns=voltage_l1")).Message
            .ShouldContain("Values: energy_import_t1");
    }

    [Fact]
    public void Read_MeterBehindTheMeterThatIsAway_IsMissing()
    {
        var read = ReadRows.Of(Kaifa + Signed(Kaifa.Replace("(00981.443*m3)", "(00000000)", StringComparison.Ordinal)));
        read.Qualities.ShouldBe([0u, (uint)RecordQuality.Missing]);
    }

    [Fact]
    public void Read_TelegramOfBeforeDsmr4_IsRefusedWithTheWayOut() => Should.Throw<InputException>(() => ReadRows.Of(
        "/ISk5\\2MT382-1000\r\n\r\n0-0:96.1.1(4B384547303034303436333935353037)\r\n1-0:1.8.1(12345.678*kWh)\r\n1-0:1.7.0(001.19*kW)\r\n0-1:24.1.0(03)\r\n!\r\n"))
        .Message.ShouldContain("neither a checksum nor a time");

    /// <summary>
    /// A changed telegram with the checksum that it has now, computed bit by bit and not by the table of the reader.
    /// </summary>
    internal static string Signed(string telegram)
    {
        string content = telegram[..(telegram.IndexOf("\r\n!", StringComparison.Ordinal) + 3)];
        int crc = 0;
        foreach (byte b in Encoding.ASCII.GetBytes(content))
        {
            crc ^= b;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc & 1) != 0 ? (crc >> 1) ^ 0xA001 : crc >> 1;
            }
        }

        return string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{content}{crc:X4}\r\n");
    }

    private static double Value(ReadRows read, string name, string unit)
    {
        int column = read.Schema.Values.ToList().IndexOf(new ValueColumn(name, unit));
        column.ShouldBeGreaterThanOrEqualTo(0, $"{name} [{unit}] in {string.Join(", ", read.Schema.Values)}");
        return read.Columns[column][0];
    }
}
