using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Nem12;

/// <summary>
/// NEM12. The files are examples that AEMO publishes with the specification ("nem12-example-files.zip", 2016), the expectations
/// those of its text and of the project nem-reader, which tests itself by them.
/// </summary>
public sealed class Nem12Tests
{
    // Scenario 8: a day with three qualities, and one that was estimated.
    private const string Scenario8 =
        "100,NEM12,200506081149,UNITEDDP,NEMMCO\r\n"
        + "200,NEM1208149,E1,1,E1,N1,08149,kWh,30,20050612\r\n"
        + "300,20050312,0.055,0.055,0.055,0.055,0.055,0.055,0.055,0.055,0.055,0.055,0.055,0.055,1.004,1.034,1.200,1.310,1.342,0.998,1.311,1.095,"
        + "1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,1.111,"
        + "V,,,20050314111001,20050314132516\r\n"
        + "400,1,20,A,,\r\n400,21,22,F51,0,test for scenario8\r\n400,23,48,E52,,\r\n500,A,S08149,20050312101010,\r\n";

    private static readonly string Estimated = Day("20050313", 1.112, 48, "E52,,,20050314000001,");

    // "Actual interval" of the specification's appendix: two channels.
    private static readonly string TwoChannels =
        "100,NEM12,200405011135,MDA1,Ret1\n200,VABD000163,E1Q1,1,E1,N1,METSER123,kWh,30,\n"
            + Day("20040201", 1.111, 48, "A,,,20040202120025,20040202142516")
        + "200,VABD000163,E1Q1,2,Q1,,METSER123,KVARH,30,\n" + Day("20040201", 2.222, 48, "A,,,20040202120025,") + "900\n";

    [Fact]
    public void Read_PublishedScenarioWithQualities_IsRead()
    {
        var read = ReadRows.Of(Scenario8 + Estimated + "900\r\n");
        read.Schema.Values.ShouldBe([new ValueColumn("nem1208149_e1", "kWh")]);
        read.Timestamps.Count.ShouldBe(96);
        read.Time(0).ShouldBe(new DateTime(2005, 3, 11, 14, 0, 0));
        read.Time(95).ShouldBe(new DateTime(2005, 3, 13, 13, 30, 0));
        read.Columns[0][12].ShouldBe(1.004);
        read.Columns[0].Sum().ShouldBe((12 * 0.055) + 9.294 + (28 * 1.111) + (48 * 1.112), 1e-9);
        read.Facts["nem12_quality"].ShouldBe("A 20, E 74, F 2");
        read.Facts["nem12_oddity_1"]
            .ShouldBe("76 of 96 values were not measured but estimated or substituted (quality E, F, S).");
        read.Facts.Keys.ShouldNotContain("nem12_oddity_2");
    }

    [Fact]
    public void Read_ChannelsAfterEachOther_AreValuesOfOneRecord()
    {
        var read = ReadRows.Of(TwoChannels, capacity: 5);
        read.Schema.Values.ShouldBe([new ValueColumn("vabd000163_e1", "kWh"), new ValueColumn("vabd000163_q1", "kvarh")]);
        read.Timestamps.Count.ShouldBe(48);
        read.Columns[0].ShouldAllBe(value => value == 1.111);
        read.Columns[1].ShouldAllBe(value => value == 2.222);
        read.Qualities.ShouldAllBe(quality => quality == 0);
    }

    [Theory]
    [InlineData("channel=q1", "vabd000163_q1", "1 days by nmi= and channel=")]
    [InlineData("nmi=VABD000163,channel=E1", "vabd000163_e1", "1 days by nmi= and channel=")]
    public void Read_ChosenChannel_IsReadAlone(string options, string name, string leftOut)
    {
        var read = ReadRows.Of(TwoChannels, options);
        read.Schema.Values.Single().Name.ShouldBe(name);
        read.Facts["nem12_rows_left_out"].ShouldBe(leftOut);
    }

    [Fact]
    public void Read_NoChannelLeft_IsRefused() =>
        Should.Throw<InputException>(() => ReadRows.Of(TwoChannels, "nmi=OTHER")).Message
            .ShouldContain("no row of the input is read");

    [Fact]
    public void Read_NullDataAndEmptyFields_AreMissing()
    {
        string day = Day("20240101", 0, 48, "V,,,,");
        var read = ReadRows.Of(
            $"100,NEM12,202401020000,A,B\n200,X,E1,1,E1,N1,1,kWh,30,\n{day.Replace("300,20240101,0,", "300,20240101,,", StringComparison.Ordinal)}400,1,40,A,,\n400,41,48,N,,\n900\n");
        read.Columns[0].Count(double.IsNaN).ShouldBe(9);
        read.Qualities[0].ShouldBe((uint)RecordQuality.Missing);
        read.Qualities[1].ShouldBe(0u);
        read.Qualities[47].ShouldBe((uint)RecordQuality.Missing);
    }

    [Fact]
    public void Read_FiveMinutesAndZone_AreKept()
    {
        var read = ReadRows.Of("100,NEM12,202401020000,A,B\n200,X,E1,1,E1,N1,1,Wh,5,\n" + Day("20240101", 7, 288, "A,,,,")
            + "900\n", "time-zone=+08:00");
        read.Timestamps.Count.ShouldBe(288);
        read.Time(0).ShouldBe(new DateTime(2023, 12, 31, 16, 0, 0));
        (read.Timestamps[1] - read.Timestamps[0]).ShouldBe(300_000_000);
    }

    [Fact]
    public void Read_WithoutHeader_IsRecognised() =>
        ReadRows.Of(TwoChannels[(TwoChannels.IndexOf('\n', StringComparison.Ordinal) + 1)..]).Timestamps.Count.ShouldBe(48);

    [Theory]
    [InlineData("300,20240102,1,2,3,A,,,,\n", "line 3: 'A' in interval 4 of 48 is not a number")]
    [InlineData("300,20240132,1\n", "line 3: '20240132' is not a date")]
    [InlineData("400,1,48,A,,\n", "line 3: qualities (400) come before a day of values (300)")]
    [InlineData("700,x\n", "line 3: '700' is none of the record indicators")]
    [InlineData("200,Y,E1,1,E1,N1,1,kWh,7,\n", "line 3: the details of a channel need")]
    public void Read_BadLine_StopsOrIsSkipped(string line, string message)
    {
        string head = "100,NEM12,202401020000,A,B\n200,X,E1,1,E1,N1,1,kWh,30,\n";
        string tail = "200,X,E1,1,E1,N1,1,kWh,30,\n" + Day("20240101", 1, 48, "A,,,,") + "900\n";
        Should.Throw<InputException>(() => ReadRows.Of(head + line + tail)).Message.ShouldContain(message);
        var read = ReadRows.Of(head + line + tail, "bad-rows=skip");
        read.Timestamps.Count.ShouldBe(48);
        read.Facts["nem12_bad_rows"].ShouldStartWith("1 skipped");
    }

    [Fact]
    public void Read_CutOffAnywhereInTheLastDay_IsNoValue()
    {
        string whole = Scenario8 + Estimated;
        for (int cut = Scenario8.Length + 1; cut < whole.IndexOf("E52,,,20050314", StringComparison.Ordinal); cut += 7)
        {
            var read = ReadRows.Of(whole[..cut]);
            read.Timestamps.Count.ShouldBe(48);
            read.Facts["nem12_torn_last_line"].ShouldStartWith("left out: line 8");
            read.Facts["nem12_oddity_2"].ShouldContain("may be cut off");
        }
    }

    [Fact]
    public void Read_Nem13_IsRefused() =>
        Should.Throw<InputException>(
            () => ReadRows.Of(
            "100,NEM13,200301011534,MDP1,Retailer1\n250,1234567890,1141,01,11,11,METSER66,E,000021.2,20031001103230,A\n900\n"))
            .Message.ShouldContain("ask for the NEM12 file");

    private static string Day(string date, double value, int intervals, string rest) =>
        $"300,{date},{string.Join(',', Enumerable.Repeat(value.ToString(CultureInfo.InvariantCulture), intervals))},{rest}\n";
}
