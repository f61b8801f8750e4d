using DbIngest.Abstractions.Records;
using DbIngest.Sources.Export;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Sources.Tests.Xml;

public sealed class MeasurementXmlTests
{
    private const string Head =
        "<measurements xmlns=\"urn:dbingest:measurements:1\"><channel name=\"u\" unit=\"V\"/><channel name=\"i\" unit=\"A\"/>";

    [Fact]
    public void Read_WhatWasWritten_IsTheSame()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "a.xml");
        using var workload = new SyntheticWorkload(7);
        var batch = new RecordBatch(workload.Schema, 500);
        workload.Open(0).Fill(batch, 0, 500);
        batch.Values[3] = double.NaN;
        batch.Qualities[3] |= (uint)RecordQuality.Missing;
        using (var writer = new MeasurementWriter(path, workload.Schema))
        {
            writer.Write(batch);
        }

        var read = ReadRows.OfFile(path);

        read.Schema.Values.ShouldBe(workload.Schema.Values);
        read.Timestamps.ShouldBe(batch.Timestamps);
        read.Qualities.ShouldBe(batch.Qualities);
        for (int column = 0; column < workload.Schema.ValueCount; column++)
        {
            read.Columns[column].ShouldBe(batch.Column(column).ToArray());
        }
    }

    [Fact]
    public void Read_OffsetsAndMissingValues_AreUnderstood()
    {
        var read = ReadRows.Of(Head
            + "<record time=\"2026-01-01T01:00:00.5+01:00\" quality=\"2\">230.5 NaN</record></measurements>");

        read.Timestamps[0].ShouldBe(new DateTimeOffset(2026, 1, 1, 0, 0, 0, 500, TimeSpan.Zero).ToUnixTimeMilliseconds() * 1000);
        read.Qualities[0].ShouldBe((uint)(RecordQuality.Event | RecordQuality.Missing));
        (read.Columns[0][0], read.Columns[1][0]).ShouldBe((230.5, double.NaN));
    }

    /// <summary>The message had ended with the name of a parameter of the program, and said no remedy.</summary>
    [Theory]
    [InlineData("", "0 channels stand before its first record")]
    [InlineData("<channel name=\"u\"/><channel name=\"u\"/>", "two channels are named 'u'")]
    [InlineData("<channel name=\"U 1\"/>", "a name is a lower-case letter")]
    [InlineData("<channel name=\"quality\"/>", "none of source, sequence, timestamp and quality")]
    public void Read_ChannelsThatMakeNoRecord_AreRefusedWithTheRemedy(string channels, string fault)
    {
        string message = Should.Throw<InputException>(() => ReadRows.Of("<measurements xmlns=\"urn:dbingest:measurements:1\">"
            + channels + "<record time=\"2026-01-01T00:00:00Z\">1 2</record></measurements>")).Message;
        message.ShouldContain(fault);
        message.ShouldNotContain("Parameter");
    }

    [Theory]
    [InlineData("<record time=\"2026-01-01T00:00:00\">1 2</record>", "the time of a record")]
    [InlineData("<record>1 2</record>", "the time of a record")]
    [InlineData("<record time=\"0001-01-01T00:00:00+01:00\">1 2</record>", "the time of a record")]
    [InlineData("<record time=\"2026-01-01T00:00:00Z\">1</record>", "value 2 of 2")]
    [InlineData("<record time=\"2026-01-01T00:00:00Z\">1 2 3</record>", "more than 2 values")]
    [InlineData("<record time=\"2026-01-01T00:00:00Z\">1 2x</record>", "value 2 of 2")]
    [InlineData("<record time=\"2026-01-01T00:00:00Z\" quality=\"8\">1 2</record>", "quality")]
    public void Read_BadRecord_StopsWithItsLineOrIsCounted(string record, string fault)
    {
        string xml = Head + "\n" + record + "\n<record time=\"2026-01-01T00:00:01Z\">3 4</record></measurements>";

        string message = Should.Throw<InputException>(() => ReadRows.Of(xml)).Message;
        message.ShouldContain(fault);
        message.ShouldContain("line 2");
        var skipped = ReadRows.Of(xml, "bad-rows=skip");
        skipped.Columns[1].ShouldBe([4.0]);
        skipped.Facts["measurements_bad_rows"].ShouldStartWith("1 skipped");
    }
}
