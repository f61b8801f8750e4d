using System.Globalization;
using System.Text;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>Records as some recorders and the programs after them leave them.</summary>
public sealed class OddRecordTests
{
    private const string Start = "13/01/2026,08:15:00.000000";
    private static readonly DateTime StartUtc = new(2026, 1, 13, 8, 15, 0, DateTimeKind.Utc);

    [Fact]
    public void Read_StampsAllZeroWithARate_TimesAreFromTheRateAndSaid()
    {
        var read = Read(_ => 0);
        read.Timestamps.ShouldBe(Enumerable.Range(0, 20).Select(i => Micros(StartUtc) + (1000L * i)));
        read.Facts.Values
            .ShouldContain("20 of 20 stamps stand still from the first one on: their time is from the sampling rate.");
    }

    [Fact]
    public void Read_StampsCoarserThanTheRate_TimesAreFromTheRate() =>
        Read(i => i / 4 * 1000, "4000,20").Timestamps
            .ShouldBe(Enumerable.Range(0, 20).Select(i => Micros(StartUtc) + (250L * i)));

    [Fact]
    public void Read_OneRepeatedStampAndThenOthers_TheOthersCount() =>
        Read(i => i < 2 ? 0 : i * 500_000).Timestamps[19].ShouldBe(Micros(StartUtc) + 9_500_000);

    [Fact]
    public void Read_SampledFasterThanStampsCount_RepeatedStampsStay() =>
        Read(i => i / 2, "2000000,20").Timestamps[3].ShouldBe(Micros(StartUtc) + 1);

    /// <summary>
    /// The time of the record is that of a later sample (the trigger), or one interval before the first: the rate counts from the
    /// first sample all the same.
    /// </summary>
    [Theory]
    [InlineData(10)]
    [InlineData(-1)]
    public void Read_StampsThatDoNotBeginWithZeroAndOneMissing_ItsTimeFitsBetweenTheOthers(int zero)
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", string.Concat(Enumerable.Range(0, 20)
            .Select(i => i == 12 ? $"{i + 1},,{i * 10},0\r\n" : $"{i + 1},{(i - zero) * 1000},{i * 10},0\r\n")));
        var read = ReadRows.OfFile(folder.Write("a.cfg", Configuration()));
        read.Timestamps.ShouldBe(Enumerable.Range(0, 20).Select(i => Micros(StartUtc) + (1000L * (i - zero))));
        read.Facts.Values.ShouldNotContain("Time goes back 1 times.");
    }

    /// <summary>The second record had been five seconds before the first.</summary>
    [Fact]
    public void Read_StampsThatStandStillAboveZero_TimesRise() =>
        Read(_ => 5_000_000).Timestamps
            .ShouldBe(Enumerable.Range(0, 20).Select(i => Micros(StartUtc) + 5_000_000 + (1000L * i)));

    /// <summary>The rate counts samples, those that cannot be read included.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    public void Read_SkippedRowWithoutStamps_LaterTimesStay(int bad)
    {
        using var folder = new TempFolder();
        folder.Write("a.dat",
            string.Concat(Enumerable.Range(0, 20).Select(i => i == bad ? "broken\r\n" : $"{i + 1},,{i * 10},0\r\n")));
        ReadRows.OfFile(folder.Write("a.cfg", Configuration()), "bad-rows=skip").Timestamps
            .ShouldBe(Enumerable.Range(0, 20).Where(i => i != bad).Select(i => Micros(StartUtc) + (1000L * i)));
    }

    /// <summary>The first line had counted twice: the window ends between its carriage return and its line feed.</summary>
    [Fact]
    public void Read_LineEndOverTwoWindows_CountsOnce()
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", "1,0,0,0".PadRight(DataWindow.DefaultSize - 1) + "\r\nbroken\r\n");
        Should.Throw<InputException>(() => ReadRows.OfFile(folder.Write("a.cfg", Configuration()))).Message
            .ShouldStartWith("a.dat, line 2:");
    }

    /// <summary>The digits before the end of the file had been read as a smaller number, or as a missing one.</summary>
    [Theory]
    [InlineData("3,2000,3", 4, 2, "left out: line 3: the file ends within it, before the last sample of the configuration: '3'")]
    [InlineData("3,2000,", 4, 2, "left out: line 3: the file ends within it, before the last sample of the configuration: ''")]
    [InlineData("3,2000,30", 3, 3, "Line 3 is the last and has no line end: '30' of 'u' is taken as it is")]
    [InlineData("3,2000,30\u001a", 4, 3, null)]
    [InlineData("3,2000,30\n", 4, 3, null)]
    public void Read_AsciiThatEndsWithinItsLastNumber_IsLeftOutOrSaid(string last, int configured, int rows, string? said)
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", "1,0,10\n2,1000,20\n" + last);
        var read = ReadRows.OfFile(folder.Write("a.cfg", WithoutDigital(Configuration($"1000,{configured}"))));
        read.Columns[0].Length.ShouldBe(rows);
        string[] notes = [.. InputNotes.Of(read.Facts).Where(note => note.Contains("been cut off", StringComparison.Ordinal))];
        notes.Length.ShouldBe(said is null ? 0 : 1);
        notes.ShouldAllBe(note => note.Contains(said!, StringComparison.Ordinal));
    }

    /// <summary>The data had been read so, and the configuration had been refused as one line.</summary>
    [Fact]
    public void Read_LinesThatEndWithCarriageReturnsAlone_AreRead()
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", Samples(i => i * 1000).Replace("\r\n", "\r", StringComparison.Ordinal));
        ReadRows.OfFile(folder.Write("a.cfg", Configuration().Replace('\n', '\r'))).Columns[0][19].ShouldBe(19);
    }

    [Fact]
    public void Read_AsciiThatEndsWithADigitalChannel_IsWhole()
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", Samples(i => i * 1000).TrimEnd());
        var read = ReadRows.OfFile(folder.Write("a.cfg", Configuration("1000,30")));
        read.Timestamps.Count.ShouldBe(20);
        InputNotes.Of(read.Facts).ShouldNotContain(note => note.Contains("cut off", StringComparison.Ordinal));
    }

    /// <summary>The fact had said that all values are of the primary side.</summary>
    [Fact]
    public void Read_SideOfAChannelThatStatesNone_StaysAsRecordedAndIsSaid()
    {
        string configuration = Configuration().Replace(",1,1,P", ",100,1,", StringComparison.Ordinal);
        const string oddity = "1 of 1 analogue channels do not state their side: they are as recorded.";
        var read = Read(i => i * 1000, options: "side=primary", configuration: configuration);
        read.Columns[0][1].ShouldBe(1);
        read.Facts.Values.ShouldContain(oddity);
        Read(i => i * 1000, configuration: configuration).Facts.Values.ShouldNotContain(oddity);
    }

    /// <summary>Every value would become zero.</summary>
    [Fact]
    public void Read_TransformerRatioOfZero_IsRefused() =>
        Should.Throw<InputException>(() => Read(i => i * 1000, options: "side=primary",
            configuration: Configuration().Replace(",1,1,P", ",0,1,S", StringComparison.Ordinal))).Message
            .ShouldContain("the transformer ratio of channel 'u' is zero");

    [Theory]
    [InlineData("2000,12\n1000,8", null)]
    [InlineData("2000,12\n1000,20", null)]
    [InlineData("2000,12\n1000,9", "The configuration ends at sample 21, the data holds 20.")]
    public void Read_SectionsByLengthOrByEnd_AreComparedWithTheData(string rates, string? oddity) =>
        Read(i => i * 1000, configuration: Configuration(rates).Replace("\n50\n1\n", "\n50\n2\n", StringComparison.Ordinal))
            .Facts.Values.Where(fact => fact.StartsWith("The configuration ends", StringComparison.Ordinal))
            .ShouldBe(oddity is null ? [] : [oddity]);

    [Theory]
    [InlineData("NA,NA\nB,3")]
    [InlineData("na,na")]
    [InlineData("N/A,N/A")]
    public void Read_TimeCodeThatDoesNotApply_IsUtc(string code) =>
        Read(i => i * 1000, configuration: Configuration(code: code)).Time(0).ShouldBe(StartUtc);

    [Theory]
    [InlineData("time-code=-5h30", "2026-01-13T13:45:00")]
    [InlineData("time-code=+14h00", "2026-01-12T18:15:00")]
    [InlineData("time-zone=Europe/Paris", "2026-01-13T07:15:00")]
    [InlineData("base-date=2024-02-29", "2024-02-29T08:15:00")]
    [InlineData("base-date=2024-02-29T01:02:03.5,time-zone=+01:00", "2024-02-29T00:02:03.5")]
    public void Read_WithOverride_StartsThere(string options, string start) =>
        Read(i => i * 1000, options: options).Time(0).ShouldBe(DateTime.Parse(start, CultureInfo.InvariantCulture));

    /// <summary>Codes up to 24h59 had moved the times, and no zone is so far from UTC.</summary>
    [Theory]
    [InlineData("14h01")]
    [InlineData("-24h59")]
    public void Read_TimeCodeOfNoZone_IsRefused(string code)
    {
        Should.Throw<InputException>(() => Read(i => i * 1000, configuration: Configuration(code: code))).Message
            .ShouldContain($"time code '{code}' is not of the form -5h30");
        Should.Throw<ArgumentException>(() => Read(i => i * 1000, options: $"time-code={code}"));
    }

    /// <summary>As of a recorder whose clock was never set: no date of the year 0 exists.</summary>
    [Fact]
    public void Read_TimeBeforeTheFirstYear_IsRefused() =>
        Should.Throw<InputException>(() => Read(i => i * 1000,
            configuration: Configuration(start: "01/01/0001,00:00:00.000000", code: "1,1"))).Message
            .ShouldContain("from the year 1 to 9999");

    [Fact]
    public void Read_DateThatIsNone_NeedsTheBaseDate()
    {
        string configuration = Configuration(start: "00/00/0000,08:15:00.000000");
        Should.Throw<InputException>(() => Read(i => i * 1000, configuration: configuration)).Message.ShouldContain("base-date=");
        Read(i => i * 1000, configuration: configuration, options: "base-date=2026-01-13").Time(0).ShouldBe(StartUtc);
    }

    [Theory]
    [InlineData("2,1A,1D", "2;1A;1D", "line 2")]
    [InlineData("station,device,2013", "station device 2013", "line 1")]
    [InlineData("1,u,A,,V,0.1,", "1,u,A,,V,x,", "line 3")]
    public void Read_BrokenConfiguration_IsReportedAsComtrade(string sound, string broken, string place)
    {
        string message = Should.Throw<InputException>(() =>
            Read(i => i * 1000, configuration: Configuration().Replace(sound, broken, StringComparison.Ordinal))).Message;
        message.ShouldStartWith($"a.cfg, {place}");
        message.ShouldContain("COMTRADE");
    }

    [Fact]
    public void Read_CombinedWithMarkAndQuotedBase64_IsRead()
    {
        string configuration = Configuration(coding: "BINARY").ReplaceLineEndings("\r\n");
        var samples = new MemoryStream();
        using (var writer = new BinaryWriter(samples, Encoding.ASCII, leaveOpen: true))
        {
            for (int i = 0; i < 20; i++)
            {
                writer.Write(i + 1);
                writer.Write(i * 1000);
                writer.Write((short)(i * 10));
                writer.Write((short)0);
            }
        }

        string text = Convert.ToBase64String(samples.ToArray());
        foreach (string head in new[] { "DAT \"BASE64\"", "DAT BINARY BASE64: 240" })
        {
            byte[] file = [0xef, 0xbb, 0xbf,
                .. Encoding.ASCII.GetBytes(
                $"--- file type: CFG ---\r\n{configuration}--- file type: {head} ---\r\n\"{text}\"\r\n")];
            ReadRows.Of(file, name: "a.cff").Columns[0][19].ShouldBe(19.0);
        }

        byte[] plain = [0xef, 0xbb, 0xbf,
            .. Encoding.ASCII.GetBytes($"--- file type: CFG ---\r\n{configuration}--- file type: DAT BINARY: 240 ---\r\n"),
            .. samples.ToArray()];
        ReadRows.Of(plain, name: "a.cff").Columns[0][19].ShouldBe(19.0);
    }

    /// <summary>A batch that was not full was followed by another, which read on in the section behind the data.</summary>
    [Theory]
    [InlineData("--- file type: INF ---\r\nPublic Record_Information\r\n", 7)]
    [InlineData("--- file type: HDR ---\r\n21,20000,5,1\r\n", 7)]
    [InlineData("--- file type: HDR ---\r\n21,20000,5,1\r\n", 20)]
    public void Read_CombinedAsciiWithASectionBehindIt_EndsWithItsData(string behind, int capacity)
    {
        byte[] file = Encoding.ASCII.GetBytes($"--- file type: CFG ---\r\n{Configuration()}--- file type: DAT ASCII ---\r\n"
            + Samples(i => i * 1000) + behind);
        ReadRows.Of(file, capacity: capacity, name: "a.cff").Columns[0].Length.ShouldBe(20);
    }

    [Fact]
    public void Read_CombinedThatBeginsWrong_IsReportedAsComtrade() =>
        Should.Throw<InputException>(() => ReadRows.Of("station;device\n1;2\n3;4\n"u8.ToArray(), name: "a.cff")).Message
            .ShouldContain("COMTRADE");

    [Theory]
    [InlineData("utf-8")]
    [InlineData("utf-16")]
    [InlineData("utf-16BE")]
    public void Read_ByteOrderMarks_AreNoPartOfTheText(string encoding)
    {
        var code = Encoding.GetEncoding(encoding);
        using var folder = new TempFolder();
        string path = folder.Write("a.cfg",
            [.. code.GetPreamble(), .. code.GetBytes(Configuration().Replace(",u,", ",\uFEFFu,", StringComparison.Ordinal))]);
        folder.Write("a.dat", [.. code.GetPreamble(), .. code.GetBytes(Samples(i => i * 1000))]);
        var read = ReadRows.OfFile(path);
        read.Facts["comtrade_station"].ShouldBe("station");
        read.Schema.Values[0].Name.ShouldBe("u");
        read.Timestamps.Count.ShouldBe(20);
    }

    private static ReadRows Read(Func<int, long> stamp, string rate = "1000,20", string? configuration = null,
        string options = "")
    {
        using var folder = new TempFolder();
        folder.Write("a.dat", Samples(stamp));
        return ReadRows.OfFile(folder.Write("a.cfg", configuration ?? Configuration(rate)), options);
    }

    private static string Configuration(string rate = "1000,20", string coding = "ASCII", string start = Start,
        string code = "0,0") =>
        $"station,device,2013\n2,1A,1D\n1,u,A,,V,0.1,0,0,-32767,32767,1,1,P\n1,trip,,,0\n50\n1\n{rate}\n{start}\n{start}\n{coding}\n1\n{code}\n";

    private static string WithoutDigital(string configuration) => configuration
        .Replace("2,1A,1D", "1,1A,0D", StringComparison.Ordinal).Replace("1,trip,,,0\n", "", StringComparison.Ordinal);

    private static string Samples(Func<int, long> stamp) =>
        string.Concat(Enumerable.Range(0, 20)
            .Select(i => string.Create(CultureInfo.InvariantCulture, $"{i + 1},{stamp(i)},{i * 10},0\r\n")));

    private static long Micros(DateTime time) => (time - DateTime.UnixEpoch).Ticks / 10;
}
