using System.Globalization;
using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Lines;

/// <summary>Logs of sentences with checksums. The first is the example of the NMEA 0183 literature, with its checksum.</summary>
public sealed class NmeaTests
{
    private const string Position = "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47";

    [Fact]
    public void Read_PublishedSentence_ChecksumIsRightAndTimeOfDayCounts()
    {
        var read = ReadRows.Of(Position + "\r\n", "base-date=2026-01-31,columns=9:altitude+7");
        read.Time(0).ShouldBe(new DateTime(2026, 1, 31, 12, 35, 19));
        read.Schema.Values.Select(v => v.Name).ShouldBe(["altitude", "gpgga_7"]);
        read.Columns.ShouldBe([[545.4], [8]]);
    }

    [Fact]
    public void Read_SeveralFilesWithoutADay_EachBeginsOnTheBaseDateAndItIsSaid()
    {
        using var folder = new TempFolder();
        folder.Write("1.nmea", Position + "\r\n");
        folder.Write("2.nmea", Position + "\r\n");
        var report = InputInspector.Inspect(folder.Path, "base-date=2026-01-31", default);
        InputNotes.Of(report.Facts)
            .ShouldContain("1.nmea: its sentences tell no day, so each of the 2 files begins on the day of base-date=");

        string day = Sentence("GPZDA,123518.00,31,01,2026,00,00") + "\r\n";
        folder.Write("1.nmea", day + Position + "\r\n");
        InputInspector.Inspect(folder.Path, "base-date=2026-01-31,sentence=GPGGA", default).Facts.Keys
            .ShouldNotContain("nmea_oddity_base_date");
    }

    [Fact]
    public void Read_TimeBeforeTheSentences_IsTheirTime()
    {
        string log = $"2026-01-31T00:00:00.5Z {Sentence("PXYZ,230.1,5.2,ok")}\n2026-01-31T00:00:01.5Z "
            + $"{Sentence("PXYZ,,5.3,ok")}\n";
        var read = ReadRows.Of(log);
        read.Time(1).ShouldBe(new DateTime(2026, 1, 31, 0, 0, 1, 500));
        read.Columns.ShouldBe([[230.1, double.NaN], [5.2, 5.3]]);
        read.Facts["nmea_columns_left_out"].ShouldBe("field 3 (not numbers: 'ok')");
    }

    [Fact]
    public void Read_AfternoonBeforeTheSentences_IsTheirTime() =>
        ReadRows.Of($"01/31/2026 1:00:02 PM {Sentence("PXYZ,1")}\n").Time(0).ShouldBe(new DateTime(2026, 1, 31, 13, 0, 2));

    [Fact]
    public void Read_TimeInOtherSentences_GoesOnAfterMidnight()
    {
        string log = string.Join('\n', new[]
        {
            "GPRMC,235958.00,A,4807.038,N,01131.000,E,022.4,084.4,310126,003.1,W", "PXYZ,1",
                "GPGLL,4916.45,N,12311.12,W,235959.50,A", "PXYZ,2",
            "GPGGA,000000.25,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,", "PXYZ,3", "GPZDA,000001.00,01,02,2026,00,00",
                "PXYZ,4", "",
        }.Select(s => s.Length == 0 ? "" : Sentence(s)));
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message.ShouldContain("sentence=");
        var read = ReadRows.Of(log, "sentence=PXYZ");
        var midnight = new DateTime(2026, 2, 1);
        Enumerable.Range(0, 4).Select(read.Time)
            .ShouldBe([midnight.AddSeconds(-2), midnight.AddSeconds(-0.5), midnight.AddSeconds(0.25), midnight.AddSeconds(1)]);
        read.Facts["nmea_rows_left_out"].ShouldStartWith("4 of other sentences");
    }

    [Fact]
    public void Read_WrongChecksum_IsAMalformedRow()
    {
        string log = string.Concat(Enumerable.Range(0, 9).Select(i => $"2026-01-31T00:00:0{i}Z {Sentence($"PXYZ,{i}")}\n"));
        log = log.Replace("PXYZ,5*", "PXYZ,6*", StringComparison.Ordinal);
        Should.Throw<InputException>(() => ReadRows.Of(log)).Message.ShouldContain("line 6: the checksum");
        ReadRows.Of(log, "bad-rows=skip").Columns[0].ShouldBe([0, 1, 2, 3, 4, 6, 7, 8]);
    }

    /// <summary>A file of other lines had been read to its end, whatever its size, before it was refused.</summary>
    [Fact]
    public void Read_NoSentenceInTheFirstThousandLines_Refused()
    {
        string log = string.Concat(Enumerable.Repeat("text\n", 1000)) + $"2026-01-31T00:00:00Z {Sentence("PXYZ,1")}\n";
        Should.Throw<InputException>(() => ReadRows.Of(log, "format=nmea,bad-rows=skip")).Message
            .ShouldContain("no line at its beginning is a sentence such as $PXYZ,1,2*hh.");
    }

    [Fact]
    public void Read_NoChecksumAnywhere_IsRefusedByTheFirstLineWithout() =>
        Should.Throw<InputException>(() => ReadRows.Of("a log\n$PXYZ,1\n$PXYZ,2\n", "format=nmea")).Message
            .ShouldStartWith("input.csv, line 2: the checksum (*hh) of this sentence is missing or wrong, as of all at");

    [Fact]
    public void Read_NoTime_Refused() => Should.Throw<InputException>(() => ReadRows.Of(Sentence("PXYZ,1") + "\n")).Message
        .ShouldContain("base-date=");

    internal static string Sentence(string body) =>
        string.Create(CultureInfo.InvariantCulture,
            $"${body}*{Encoding.ASCII.GetBytes(body).Aggregate(0, (sum, b) => sum ^ b):X2}");
}
