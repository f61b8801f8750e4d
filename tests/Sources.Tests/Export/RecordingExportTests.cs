using DbIngest.Sources.Export;

namespace DbIngest.Sources.Tests.Export;

/// <summary>An input written to another format holds the same records.</summary>
public sealed class RecordingExportTests
{
    private const string Text =
        "time,u [V],\"i, \"\"peak\"\" [A, rms]\"\n2026-01-31 00:00:00,1.5,1\n2026-01-31 00:00:01,--,2\n2026-01-31 "
        + "00:00:01,3.25,3\n2026-01-31 00:59:00,4,4\n";

    [Theory]
    [InlineData("csv", "b.csv")]
    [InlineData("xml", "b.xml")]
    [InlineData("sqlite", "b.db")]
    [InlineData("comtrade-ascii", "b.cfg")]
    public void Write_ThenRead_SameRecords(string format, string file)
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", Text);
        string output = Path.Combine(folder.Path, file);
        var written = RecordingExport.Write(input, null, long.MaxValue, format, output, default);
        (written.Records, written.Values, written.Facts["csv_missing_marks"]).ShouldBe((4, 2, "'--'"));
        var (before, after) = (ReadRows.OfFile(input), ReadRows.OfFile(output));
        after.Timestamps.ShouldBe(before.Timestamps);
        after.Qualities.ShouldBe(before.Qualities);
        after.Schema.Values.Select(v => v.Name).ShouldBe(before.Schema.Values.Select(v => v.Name));
        after.Columns[1].Zip(before.Columns[1]).ShouldAllBe(pair => Math.Abs(pair.First - pair.Second) < 1e-4);
        double.IsNaN(after.Columns[0][1]).ShouldBeTrue();
    }

    [Fact]
    public void Write_FirstRecords_NoMore()
    {
        using var folder = new TempFolder();
        string output = Path.Combine(folder.Path, "b.csv");
        RecordingExport.Write(folder.Write("a.csv", Text), null, 3, "csv", output, default).Records.ShouldBe(3);
        File.ReadAllLines(output).Length.ShouldBe(4);
    }

    [Theory]
    [InlineData("comtrade", "b.cff", "35 minutes")]
    [InlineData("csv", "a.csv", "a file of the input")]
    public void Write_WhatCannotBeWritten_RefusedAndNothingIsLeft(string format, string file, string message)
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", Text);
        Should.Throw<ArgumentException>(
            () => RecordingExport.Write(input, null, 10, format, Path.Combine(folder.Path, file), default)).Message
            .ShouldContain(message);
        Directory.GetFiles(folder.Path).ShouldBe([input]);
        File.ReadAllText(input).ShouldBe(Text);
    }

    /// <summary>The input would be empty before it is read for the second time.</summary>
    [Theory]
    [InlineData("-s")]
    [InlineData("-f")]
    public void Write_LinkToTheInput_IsRefusedAndNothingIsLost(string kind)
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", Text);
        string link = Path.Combine(folder.Path, "b.csv");
        using (var made = System.Diagnostics.Process.Start("ln", [kind, input, link]))
        {
            made.WaitForExit();
        }

        Should.Throw<ArgumentException>(() => RecordingExport.Write(input, null, 10, "csv", link, default)).Message
            .ShouldContain("a file of the input");
        File.ReadAllText(input).ShouldBe(Text);
    }

    /// <summary>Any name beside the data of a COMTRADE record had been refused as a file of the input.</summary>
    [Theory]
    [InlineData("csv", "a.csv")]
    [InlineData("comtrade-ascii", "a.cff")]
    public void Write_BesideTheDataOfTheInput_IsWritten(string format, string file)
    {
        using var folder = new TempFolder();
        string input = Path.Combine(folder.Path, "a.cfg");
        RecordingExport.Write(folder.Write("b.csv", Text), null, 10, "comtrade-ascii", input, default);

        RecordingExport.Write(input, null, 10, format, Path.Combine(folder.Path, file), default).Records.ShouldBe(4);
        Should.Throw<ArgumentException>(() => RecordingExport.Write(input, null, 10, "comtrade", input, default)).Message
            .ShouldContain("a file of the input");
    }

    /// <summary>The operating system finds no file by this path, but the program would open the input and empty it.</summary>
    [Fact]
    public void Write_PathThroughAMissingFolderToTheInput_IsRefusedAndNothingIsLost()
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", Text);
        string path = Path.Combine(folder.Path, "missing", "..", "a.csv");

        Should.Throw<ArgumentException>(() => RecordingExport.Write(input, null, 10, "csv", path, default)).Message
            .ShouldContain("a file of the input");
        File.ReadAllText(input).ShouldBe(Text);
    }

    /// <summary>Their scaling would overflow, and no program could read the file.</summary>
    [Theory]
    [InlineData("comtrade-ascii")]
    [InlineData("comtrade-binary32")]
    public void Write_ValuesTooFarApartForAScaling_AreRefusedWithNameAndRemedy(string format)
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", "time,u\n2026-01-31 00:00:00,1\n2026-01-31 00:00:01,1.7976931348623157e308\n");
        string message = Should.Throw<ArgumentException>(
            () => RecordingExport.Write(input, null, 10, format, Path.Combine(folder.Path, "b.cff"), default)).Message;
        message.ShouldContain("the values of u are too far apart");
        Directory.GetFiles(folder.Path).ShouldBe([input]);
    }

    /// <summary>It would be infinite in single precision, and be read as missing.</summary>
    [Fact]
    public void Write_ValueBeyondSinglePrecision_IsRefusedWithFileAndRemedy()
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", "time,u\n2026-01-31 00:00:00,1\n2026-01-31 00:00:01,-4e38\n");
        Should.Throw<ArgumentException>(
            () => RecordingExport.Write(input, null, 10, "comtrade-float32", Path.Combine(folder.Path, "b.cff"), default)).Message
            .ShouldBe("b.cff: the value -4E+38 is beyond the single precision of FLOAT32; choose --format csv, xml or sqlite.");
        Directory.GetFiles(folder.Path).ShouldBe([input]);
        RecordingExport.Write(input, null, 10, "csv", Path.Combine(folder.Path, "b.csv"), default).Records.ShouldBe(2);
    }

    /// <summary>It had been written a microsecond early, since the number of that time marks a missing one.</summary>
    [Fact]
    public void Write_TimeWithTheBitsOfAMissingOne_RefusedForBinaryComtrade()
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", "time,u\n2026-01-31 00:00:00,1\n2026-01-31 00:30:00,2\n2026-01-31 01:00:00,3\n"
            + "2026-01-31 01:11:34.967295,4\n");
        Should.Throw<ArgumentException>(
            () => RecordingExport.Write(input, null, 10, "comtrade", Path.Combine(folder.Path, "b.cff"), default)).Message
            .ShouldContain("record 4 is 4294967295 microseconds after the first one");
        Directory.GetFiles(folder.Path).ShouldBe([input]);
        string ascii = Path.Combine(folder.Path, "b.cff");
        RecordingExport.Write(input, null, 10, "comtrade-ascii", ascii, default);
        ReadRows.OfFile(ascii).Timestamps.ShouldBe(ReadRows.OfFile(input).Timestamps);
    }

    [Fact]
    public void Write_TimesBeforeTheFirst_RefusedForComtrade()
    {
        using var folder = new TempFolder();
        string input = folder.Write("a.csv", "time,u\n2026-01-31 00:00:01,1\n2026-01-31 00:00:00,1\n");
        Should.Throw<ArgumentException>(
            () => RecordingExport.Write(input, null, 10, "comtrade-ascii", Path.Combine(folder.Path, "b.cff"), default)).Message
            .ShouldContain("earlier than the first");
        RecordingExport.Write(input, null, 10, "csv", Path.Combine(folder.Path, "b.csv"), default).Records.ShouldBe(2);
    }
}
