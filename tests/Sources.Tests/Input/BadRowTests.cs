using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using Microsoft.Data.Sqlite;

namespace DbIngest.Sources.Tests.Input;

/// <summary>A malformed row stops the reading of every format, or is skipped and counted, with file and line.</summary>
public sealed class BadRowTests
{
    [Theory]
    [InlineData("csv", 3)]
    [InlineData("xml", 4)]
    [InlineData("espi", 3)]
    [InlineData("comtrade ascii", 2)]
    [InlineData("comtrade binary", 3)]
    [InlineData("sqlite", 2)]
    public void Read_BadRow_StopsOrIsSkippedAndCounted(string format, int line)
    {
        using var folder = new TempFolder();
        string path = Write(folder, format);
        string data = format.StartsWith("comtrade", StringComparison.Ordinal) ? "a.dat" : Path.GetFileName(path);
        string columns = format is "csv" or "sqlite" ? "columns=u" : "";

        var stop = Should.Throw<InputException>(() => ReadRows.OfFile(path, columns));
        stop.Message.ShouldStartWith($"{data}, line {line}: ");
        stop.Message.ShouldContain("bad-rows=skip");

        var read = ReadRows.OfFile(path, columns.Length > 0 ? columns + ",bad-rows=skip" : "bad-rows=skip");
        read.Columns[0].ShouldBe([1.0, 3.0]);
        read.Facts.Single(f => f.Key.EndsWith("bad_rows", StringComparison.Ordinal))
            .Value.ShouldStartWith($"1 skipped: {data}, line {line}: ");
    }

    [Fact]
    public void Read_BadRowsInSeveralFiles_EachNamed()
    {
        using var folder = new TempFolder();
        foreach (string name in new[] { "a.csv", "b.csv", "c.csv" })
        {
            folder.Write(name,
                $"time,u\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,{(name == "a.csv" ? "2" : "x")}\n2026-01-01T00:00:02Z,3\n");
        }

        using var reader =
            InputWorkload.ReaderOf(InputSet.Open(folder.Path, InputOptions.Parse(null)).Files, "columns=u,bad-rows=skip")();
        var batch = new RecordBatch(reader.Schema, 4);
        int rows = 0;
        while (reader.Read(batch) is var count and > 0)
        {
            rows += count;
        }

        rows.ShouldBe(7);
        reader.Facts["files_bad_rows"].ShouldStartWith("1 skipped: b.csv, line 3: ");
        reader.Facts["files_bad_rows"].ShouldContain("; 1 skipped: c.csv, line 3: ");
    }

    /// <summary>The rows behind the quote had been lost without a word.</summary>
    [Theory]
    [InlineData("")]
    [InlineData(",where=note!=x")]
    public void Read_QuoteThatIsNeverClosed_IsABadRow(string where)
    {
        const string Text = "time,u,note\n2026-01-01T00:00:00Z,1,a\n2026-01-01T00:00:01Z,2,b\n2026-01-01T00:00:02Z,3,\"c\n"
            + "2026-01-01T00:00:03Z,4,d\n2026-01-01T00:00:04Z,5,e\n";
        Should.Throw<InputException>(() => ReadRows.Of(Text, "columns=u" + where)).Message
            .ShouldContain("line 4: a quote in it is never closed");
        var read = ReadRows.Of(Text, "columns=u,bad-rows=skip" + where);
        read.Columns[0].ShouldBe([1.0, 2.0]);
        read.Facts["csv_bad_rows"].ShouldStartWith("1 skipped: ");
    }

    /// <summary>The rows between the two quotes had been lost without a word.</summary>
    [Theory]
    [InlineData("\"d\"", "")]
    [InlineData("\"d \"\"x\"\"\" ", "")]
    [InlineData("\"d\"", ",where=note!=x")]
    public void Read_QuoteThatALaterQuoteClosesWrongly_IsABadRowAlone(string later, string where)
    {
        string text = "time,u,note\n2026-01-01T00:00:00Z,1,\"a\nb\"\n2026-01-01T00:00:01Z,2,\"b\n2026-01-01T00:00:02Z,3,c\n"
            + $"2026-01-01T00:00:03Z,4,{later}\n2026-01-01T00:00:04Z,5,\"e\ne\"\n2026-01-01T00:00:05Z,6,f\n";
        Should.Throw<InputException>(() => ReadRows.Of(text, "columns=u" + where)).Message
            .ShouldContain("line 4: a quote in it is not closed, and the next quote, in a later line, does not end a field");
        var read = ReadRows.Of(text, "columns=u,bad-rows=skip" + where);
        read.Columns[0].ShouldBe([1.0, 3.0, 4.0, 5.0, 6.0]);
        read.Facts["csv_bad_rows"].ShouldStartWith("1 skipped: ");
        ReadRows.Of(text.Replace("\n", "\r\n", StringComparison.Ordinal), "columns=u,bad-rows=skip" + where).Columns[0]
            .ShouldBe([1.0, 3.0, 4.0, 5.0, 6.0]);
    }

    [Fact]
    public void Read_SeveralFiles_EachSaysItsTornLastLine()
    {
        using var folder = new TempFolder();
        foreach (string name in new[] { "a.csv", "b.csv", "c.csv" })
        {
            folder.Write(name,
                $"time,u\n2026-01-01T00:00:00Z,1.5\n2026-01-01T00:00:01Z,2.5\n2026-01-01T00:00:02Z,{(name == "a.csv" ? "3.5" : "3.")}");
        }

        using var reader = InputWorkload.ReaderOf(InputSet.Open(folder.Path, InputOptions.Parse(null)).Files, null)();
        var batch = new RecordBatch(reader.Schema, 16);
        reader.Read(batch).ShouldBe(7);
        InputNotes.Of(reader.Facts).Where(note => note.StartsWith("the last line has no end: ", StringComparison.Ordinal))
            .Select(note => note[26..31])
            .ShouldBe(["b.csv", "c.csv"]);
    }

    /// <summary>What the first file left out was reported as if it were all. Files like the first are not repeated.</summary>
    [Fact]
    public void Read_SeveralFiles_EachSaysWhatItLeavesOut()
    {
        using var folder = new TempFolder();
        foreach (string name in new[] { "a.csv", "b.csv", "c.csv", "d.csv" })
        {
            string note = name == "c.csv" ? "y" : "x";
            string last = name == "b.csv" ? "on" : "off";
            folder.Write(
                name,
                $"time,state,u,note\n2026-01-01T00:00:00Z,on,1,{note}\n"
                    + $"2026-01-01T00:00:01Z,on,{(name == "d.csv" ? "--" : "2")},{note}\n2026-01-01T00:00:02Z,{last},3,{note}\n");
        }

        using var set = InputSet.Open(folder.Path, InputOptions.Parse(null));
        using var reader = InputWorkload.ReaderOf(set.Files, "where=state!=off")();
        reader.Read(new RecordBatch(reader.Schema, 100)).ShouldBe(9);
        InputNotes.Of(reader.Facts).ShouldBe(
        [
            "columns left out: state (not numbers: 'on'), note (not numbers: 'x')",
            "rows left out: a.csv: 1 by where=",
            "columns left out: c.csv: state (not numbers: 'on'), note (not numbers: 'y')",
            "rows left out: c.csv: 1 by where=",
            "taken for missing values: d.csv: '--'",
            "rows left out: d.csv: 1 by where=",
        ]);
    }

    private static string Write(TempFolder folder, string format)
    {
        switch (format)
        {
            case "csv":
                return folder.Write("a.csv", "time,u\n2026-01-01T00:00:00Z,1\n2026-01-01T00:00:01Z,x\n2026-01-01T00:00:02Z,3\n");
            case "xml":
                return folder.Write("a.xml", "<measurements xmlns=\"urn:dbingest:measurements:1\">\n<channel name=\"u\"/>\n"
                    + "<record time=\"2026-01-01T00:00:00Z\">1</record>\n<record "
                    + "time=\"2026-01-01T00:00:01Z\">x</record>\n<record "
                    + "time=\"2026-01-01T00:00:02Z\">3</record>\n</measurements>");
            case "espi":
                return folder.Write("a.xml", "<feed xmlns:e=\"http://naesb.org/espi\"><e:IntervalBlock>\n"
                    + string.Join('\n', new[] { "1", "x", "3" }.Select((v, i) =>
                    $"<e:IntervalReading><e:timePeriod><e:duration>1</e:duration><e:start>{i}</e:start></e:timePeriod><e:value>{v}</e:value></e:IntervalReading>"))
                    + "</e:IntervalBlock></feed>");
            case "comtrade ascii":
                folder.Write("a.dat", "1,0,1\n2,1000,x\n3,2000,3\n");
                return folder.Write("a.cfg", Configuration("ASCII"));
            case "comtrade binary":
                byte[] samples = [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 0, 0, 9, 0, 0, 0, 3, 0, 3, 0, 0];
                folder.Write("a.dat", samples);
                return folder.Write("a.cfg", Configuration("BINARY"));
            default:
                string path = Path.Combine(folder.Path, "a.db");
                using (var connection = new SqliteConnection($"Data Source={path};Pooling=False"))
                {
                    connection.Open();
                    using var command = connection.CreateCommand();
                    command.CommandText = "CREATE TABLE log (time INTEGER, u); INSERT INTO log VALUES (1, 1), (2, 'x'), (3, 3)";
                    command.ExecuteNonQuery();
                }

                return path;
        }
    }

    private static string Configuration(string coding) =>
        $"s,d,2013\n1,1A,0D\n1,u,,,V,1,0,0,-32767,32767,1,1,P\n50\n0\n0,3\n01/02/2026,00:00:00.0\n01/02/2026,00:00:00.0\n{coding}\n1\n";
}
