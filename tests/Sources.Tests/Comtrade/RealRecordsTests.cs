using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Comtrade;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Tests.Comtrade;

/// <summary>Every record of the collection, against the figures that were computed independently of this code.</summary>
[Needs("recordings")]
public sealed class RealRecordsTests
{
    private static readonly ComtradeOptions Raw = new() { Raw = true };

    public static TheoryData<string> Records =>
    [
        "comtrade/ge-c60-binary-nrates0/3.cfg",
        "comtrade/ion7650-1999-ascii/keating_1999.CFG",
        "comtrade/nippon-oita-2013-float32/Comtrade1.cfg",
        "comtrade/nr-demotest-1991-ascii-8rates/ascii_1991.cfg",
        "comtrade/pq-sub1-1999-ascii/1999-ascii-pq.cfg",
        "comtrade/psl603-gbk-ascii-10rates/test2.cfg",
        "comtrade/ritm-2013-binary32/5.cfg",
        "comtrade/sel311l-1991-ascii/1991-ascii-sel.cfg",
        "comtrade/sepam-s40-binary-no-timestamps/4.CFG",
        "comtrade/strathmore275kv-2001-binary/test1.cfg",
        "comtrade/terminal-cp1251-ascii-83rates/1.cfg",
    ];

    [Theory]
    [MemberData(nameof(Records))]
    public void Read_RawValues_GivesTheExpectedFiguresExactly(string record)
    {
        var expected = Expected(record);
        var (configuration, figures) = Read(record, Raw);
        int analog = configuration.Analog.Count;
        int compared = 0;
        foreach (string[] line in expected)
        {
            if (line[1] == "time")
            {
                figures.Times.Count.ShouldBe(Int(line[4]));
                configuration.Encoding.ShouldBe(line[3]);
                continue;
            }

            int index = Int(line[2]) - 1;
            bool isAnalog = line[1] == "A";
            int column = isAnalog ? index : analog + index;
            (isAnalog ? configuration.Analog[index].Id : configuration.Digital[index].Id).ShouldBe(line[3]);
            if (isAnalog)
            {
                configuration.Analog[index].Multiplier.ShouldBe(Real(line[5]));
                configuration.Analog[index].Offset.ShouldBe(Real(line[6]));
            }

            var values = figures.Columns[column];
            values.Count.ShouldBe(Int(line[4]), line[3]);
            values[0].ShouldBe(Real(line[7]), line[3]);
            values[^1].ShouldBe(Real(line[8]), line[3]);
            values.Min().ShouldBe(Real(line[9]), line[3]);
            values.Max().ShouldBe(Real(line[10]), line[3]);
            figures.Sum(column).ShouldBe(Real(line[11]), line[3]);
            compared++;
        }

        compared.ShouldBe(analog + configuration.Digital.Count);
    }

    [Theory]
    [MemberData(nameof(Records))]
    public void Read_ScaledValues_AreTheRawOnesScaledOrMissing(string record)
    {
        var (configuration, raw) = Read(record, Raw);
        var (_, scaled) = Read(record, new ComtradeOptions());
        for (int channel = 0; channel < configuration.Analog.Count; channel++)
        {
            var (a, b) = (configuration.Analog[channel].Multiplier, configuration.Analog[channel].Offset);
            for (int row = 0; row < raw.Times.Count; row++)
            {
                double value = scaled.Columns[channel][row];
                if (double.IsNaN(value))
                {
                    raw.Columns[channel][row].ShouldBeOneOf(999999, 99999, short.MinValue, int.MinValue);
                    ((RecordQuality)scaled.Qualities[row]).HasFlag(RecordQuality.Missing).ShouldBeTrue();
                }
                else
                {
                    value.ShouldBe((raw.Columns[channel][row] * a) + b);
                }
            }
        }
    }

    [Theory]
    [InlineData("comtrade/ge-c60-binary-nrates0/3.cfg", "2012-04-06T06:42:59.391076Z", 1_698_295, 0, 0)]
    [InlineData("comtrade/nippon-oita-2013-float32/Comtrade1.cfg", "2023-07-27T00:19:53.156666Z", 5_999_164, 7193, 0)]
    [InlineData("comtrade/nr-demotest-1991-ascii-8rates/ascii_1991.cfg", "2015-09-17T10:52:52.987545Z", 17_335_833, 0, 0)]
    [InlineData("comtrade/pq-sub1-1999-ascii/1999-ascii-pq.cfg", "2012-07-11T08:44:21.009359Z", 466_628, 0, 0)]
    [InlineData("comtrade/psl603-gbk-ascii-10rates/test2.cfg", "2012-12-24T17:30:48.384000Z", 17_241_000, 0, 3)]
    [InlineData("comtrade/sel311l-1991-ascii/1991-ascii-sel.cfg", "2011-02-12T11:41:11.081315Z", 498_958, 0, 0)]
    [InlineData("comtrade/sepam-s40-binary-no-timestamps/4.CFG", "2014-12-04T07:01:48.813000Z", 3_998_333, 2400, 0)]
    [InlineData("comtrade/ion7650-1999-ascii/keating_1999.CFG", "2015-11-18T05:33:03.765333Z", 66_661, 2048, 0)]
    [InlineData("comtrade/strathmore275kv-2001-binary/test1.cfg", "2017-03-31T22:01:11.125094Z", 11_000_000, 0, 0)]
    [InlineData("comtrade/terminal-cp1251-ascii-83rates/1.cfg", "2017-05-25T08:13:16.587000Z", 2_209_084, 0, 0)]
    public void Read_Times_BeginAndEndAsTheRecordSays(string record, string first, long span, int uncertain, int backwards)
    {
        var (_, figures) = Read(record, new ComtradeOptions());

        var start = DateTimeOffset.Parse(first, CultureInfo.InvariantCulture);
        figures.Times[0].ShouldBe((start.Ticks - DateTimeOffset.UnixEpoch.Ticks) / 10);
        (figures.Times[^1] - figures.Times[0]).ShouldBe(span);
        figures.Qualities.Count(q => ((RecordQuality)q).HasFlag(RecordQuality.TimeUncertain)).ShouldBe(uncertain);
        figures.Times.Zip(figures.Times.Skip(1)).Count(p => p.Second < p.First).ShouldBe(backwards);
    }

    [Fact]
    public void Read_CombinedAsciiFile_GivesItsSamplesAndZone()
    {
        var (configuration, figures) = Read("comtrade/cff-2013-ascii-and-float32/sample_ascii.cff", Raw);

        configuration.UtcOffset.ShouldBe(new TimeSpan(-5, -30, 0));
        figures.Times.Count.ShouldBe(40);
        figures.Columns.Length.ShouldBe(8);
        (figures.Columns[0][0], figures.Columns[0][^1], figures.Columns[3][^1]).ShouldBe((-83, -169, -110));
        figures.Sum(7).ShouldBe(30);
        figures.Times[0]
            .ShouldBe(new DateTimeOffset(2011, 1, 12, 11, 25, 30, 0, TimeSpan.Zero)
            .ToUnixTimeMilliseconds() * 1000 + 75_011 + 72_500);
    }

    [Fact]
    public void Read_CombinedFloatFile_GivesItsSamples()
    {
        var (_, figures) = Read("comtrade/cff-2013-ascii-and-float32/sample_float32.cff", Raw);

        figures.Times.Count.ShouldBe(301);
        figures.Columns[0].ShouldAllBe(v => double.IsFinite(v));
        (figures.Times[^1] - figures.Times[0]).ShouldBe(3_000_000);
    }

    private static (ComtradeConfiguration Configuration, RecordFigures Figures) Read(string record, ComtradeOptions options)
    {
        string path = Path.Combine(EquipmentData.Folder, record);
        using var opened = Open(path, options, out var configuration);
        return (configuration, RecordFigures.Of(opened));
    }

    [Theory]
    [InlineData("comtrade/sepam-s40-binary-no-timestamps/4.CFG", 22)]
    [InlineData("comtrade/sepam-s40-binary-no-timestamps/4.DAT", 22)]
    [InlineData("comtrade/cff-2013-ascii-and-float32/sample_ascii.cff", 8)]
    public void Open_ByContent_IsTakenForComtrade(string path, int values)
    {
        var read = ReadRows.OfFile(Path.Combine(EquipmentData.Folder, path));

        read.Schema.ValueCount.ShouldBe(values);
        read.Facts.Keys.ShouldContain("comtrade_revision");
    }

    [Fact]
    public void Open_Options_ChooseSideDigitalMappingAndScale()
    {
        string path = Path.Combine(EquipmentData.Folder, "comtrade/sepam-s40-binary-no-timestamps/4.CFG");
        var recorded = ReadRows.OfFile(path);
        var words = ReadRows.OfFile(path, "digital=words,side=secondary");

        words.Schema.Values.Select(v => v.Name).ShouldBe(["i1", "i2", "i3", "u21", "u32", "vo", "status_word_1"]);
        words.Columns[0][0].ShouldBe(recorded.Columns[0][0] / 1250, 1e-12);
        words.Columns[6][0].ShouldBe(Enumerable.Range(0, 16).Sum(bit => recorded.Columns[6 + bit][0] * (1 << bit)));
        ReadRows.OfFile(path, "digital=none,scale=raw").Columns[^1][0].ShouldBe(-34);
    }

    private static ComtradeReader Open(string path, ComtradeOptions options, out ComtradeConfiguration configuration)
    {
        string text = "scale=" + (options.Raw ? "raw" : "scaled");
        var reader = (ComtradeReader)new ComtradeFormat()
            .Open(InputFile.Open(path, InputOptions.Parse(null)), InputOptions.Parse(text),
            new InputFiles([InputFile.Open(path, InputOptions.Parse(null))]));
        configuration = reader.Configuration;
        return reader;
    }

    private static List<string[]> Expected(string record) =>
        [.. File.ReadLines(Path.Combine(EquipmentData.Folder, "comtrade", "expected.tsv"))
            .Select(line => line.Split('\t'))
            .Where(fields => fields[0] == record)];

    private static int Int(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    private static double Real(string text) => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
}
