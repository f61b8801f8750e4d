using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Csv;
using DbIngest.Sources.Input;
using DbIngest.Sources.Pivot;
using Microsoft.Data.Sqlite;

namespace DbIngest.Sources.Tests.Pivot;

/// <summary>Long tables, which have a row for each value, as records.</summary>
public sealed class PivotTests
{
    private const string Ordered = """
        time,sensor,value [V],state
        2026-01-31 00:00:00,U1,230.5,on
        2026-01-31 00:00:00,U2,231.5,on
        2026-01-31 00:00:01,U2,232.5,on
        2026-01-31 00:00:02,U1,233.5,off
        2026-01-31 00:00:02,door,open,on
        2026-01-31 00:00:02,U2,234.5,on

        """;

    [Fact]
    public void Read_LongTable_IsOneRecordATime()
    {
        var read = ReadRows.Of(Ordered, "pivot=sensor,where=sensor=U1|U2", capacity: 2);
        read.Schema.Values.ShouldBe([new ValueColumn("u1", "V"), new ValueColumn("u2", "V")]);
        read.Columns[0].ShouldBe([230.5, double.NaN, 233.5]);
        read.Columns[1].ShouldBe([231.5, 232.5, 234.5]);
        read.Qualities.ShouldBe([0u, (uint)RecordQuality.Missing, 0u]);
        read.Facts["csv_rows_left_out"].ShouldBe("1 by where=");
    }

    [Theory]
    [InlineData("where=sensor=U1", 2)]
    [InlineData("where=sensor!=door", 5)]
    [InlineData("where=sensor=U1|U2+state!=off", 4)]
    [InlineData("where=sensor=U1+state=off", 1)]
    public void Read_Where_OnlyRowsThatMeetAll(string options, int rows) => ReadRows.Of(Ordered, options).Timestamps.Count
        .ShouldBe(rows);

    /// <summary>The cut-off text had become a value that every record lacks.</summary>
    [Theory]
    [InlineData("2026-01-31 00:00:01,U", "pivot=sensor")]
    [InlineData("2026-01-31 00:00:01,broken,x1\n", "pivot=sensor,bad-rows=skip")]
    public void Read_RowThatIsLeftOut_MakesNoValueOfItsText(string last, string options)
    {
        var read = ReadRows.Of(
            "time,sensor,value\n2026-01-31 00:00:00,U1,1\n2026-01-31 00:00:00,U2,2\n2026-01-31 00:00:01,U1,3\n" + last, options);
        read.Schema.Values.Select(value => value.Name).ShouldBe(["u1", "u2"]);
        read.Columns[0].ShouldBe([1, 3]);
    }

    /// <summary>The program had ended with exit code 70: the second pass met a text that the first one had not.</summary>
    [Fact]
    public void Read_FileThatGrewAfterTheFirstPass_IsRefused()
    {
        var entities = new Entities();
        entities.NumberOf("a.csv", "u1"u8);
        using var reader = new PivotReader("a.csv", entities, inOrder: true, new RowOfEntity(1));
        Should.Throw<InputException>(() => reader.Read(new RecordBatch(reader.Schema, 4))).Message
            .ShouldStartWith("a.csv: it changed while it was read");
    }

    /// <summary>A bar with a backslash belongs to the text. It had split it.</summary>
    [Theory]
    [InlineData(@"where=sensor=U\|1", 1)]
    [InlineData(@"where=sensor=U\|1|U\+2", 2)]
    [InlineData(@"where=sensor!=U\|1", 2)]
    public void Read_WhereWithABackslash_IsOneText(string options, int rows) =>
        ReadRows.Of("time,sensor,value\n2026-01-31 00:00:00,U|1,1\n2026-01-31 00:00:01,U+2,2\n2026-01-31 00:00:02,U,3\n",
            "delimiter=comma," + options).Timestamps.Count.ShouldBe(rows);

    /// <summary>Texts of files with a byte per character were compared as UTF-8: no row met a condition.</summary>
    [Theory]
    [InlineData("iso-8859-1", "")]
    [InlineData("windows-1252", ",encoding=windows-1252")]
    [InlineData("utf-8", "")]
    [InlineData("utf-16", ",encoding=utf-16")]
    public void Read_WhereAndPivotInAnyEncoding_AreThoseTexts(string encoding, string options)
    {
        byte[] text = TextEncodings.ByName(encoding).GetBytes("time,Gerät,value,Zustand\n2026-01-31 00:00:00,Zähler,1,gut\n"
            + "2026-01-31 00:00:00,Lüfter,2,gut\n2026-01-31 00:00:01,Zähler,3,gestört\n");
        var read = ReadRows.Of(text, "pivot=Gerät,where=Zustand!=gestört" + options);
        read.Schema.Values.Select(value => value.Name).ShouldBe([ColumnNames.ToName("Zähler"), ColumnNames.ToName("Lüfter")]);
        read.Columns.ShouldBe([[1], [2]]);
        read.Facts["csv_rows_left_out"].ShouldBe("1 by where=");
        ReadRows.Of(text, "where=Zustand=gestört" + options).Columns.Single().ShouldBe([3]);
        Should.Throw<InputException>(() => ReadRows.Of(text, "where=Zustand=gest?rt" + options)).Message.ShouldContain("where=");
    }

    [Fact]
    public void Read_EntityInFilesOfSeveralEncodings_IsOne()
    {
        using var folder = new TempFolder();
        folder.Write("1.csv", Encoding.Latin1.GetBytes("time,sensor,value\n2026-01-31 00:00:00,Zähler,1\n"));
        folder.Write("2.csv", "time,sensor,value\n2026-02-01 00:00:00,Zähler,3\n");
        var report = InputInspector.Inspect(folder.Path, "pivot=sensor", default);
        report.Values.Single().Count.ShouldBe(2);
    }

    [Fact]
    public void Read_EntityAfterEntity_IsSortedByTime()
    {
        var read = ReadRows.Of("time,sensor,value\n"
            + string.Concat(new[] { "a", "b" }
            .Select(e => string.Concat(Enumerable.Range(0, 9).Select(i => $"2026-01-31 00:00:0{i},{e},{i}\n")))), "pivot=sensor");
        read.Columns.ShouldBe([[0, 1, 2, 3, 4, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]]);
        read.Facts["pivot_order"].ShouldContain("memory");
    }

    [Fact]
    public void Read_EntityTwiceAtATime_IsAnotherRecord() =>
        ReadRows.Of("time,sensor,value\n2026-01-31 00:00:00,a,1\n2026-01-31 00:00:00,a,2\n2026-01-31 00:00:00,b,3\n",
            "pivot=sensor").Columns
            .ShouldBe([[1, 2], [double.NaN, 3]]);

    [Fact]
    public void Read_SeveralValues_EntitiesTimesValues()
    {
        var read = ReadRows.Of("time,meter,u,i\n2026-01-31 00:00:00,m1,1,2\n2026-01-31 00:00:00,m2,3,4\n", "pivot=meter");
        read.Schema.Values.Select(v => v.Name).ShouldBe(["m1_u", "m1_i", "m2_u", "m2_i"]);
        read.Columns.ShouldBe([[1], [2], [3], [4]]);
    }

    [Fact]
    public void Read_FilesWithOtherEntities_HaveTheSameValues()
    {
        using var folder = new TempFolder();
        folder.Write("1.csv", "time,sensor,value\n2026-01-31 00:00:00,a,1\n2026-01-31 00:00:01,a,2\n");
        folder.Write("2.csv", "time,sensor,value\n2026-02-01 00:00:00,b,3\n2026-02-01 00:00:01,b,2\n");
        var report = InputInspector.Inspect(folder.Path, "pivot=sensor", default);
        report.Values.Select(v => (v.Name, v.Count, v.Missing)).ShouldBe([("a", 2L, 2L), ("b", 2L, 2L)]);
    }

    [Theory]
    [InlineData("pivot=nothing", "no column is named 'nothing'")]
    [InlineData("where=sensor=U9", "where=")]
    [InlineData("where=nothing=1", "no column is named 'nothing'")]
    public void Read_WhatIsNotThere_Refused(string options, string message) =>
        Should.Throw<InputException>(() => ReadRows.Of(Ordered, options)).Message.ShouldContain(message);

    [Fact]
    public void Read_ConditionWithoutSign_Refused() => Should.Throw<ArgumentException>(() => ReadRows.Of(Ordered, "where=sensor"))
        .Message.ShouldContain("COLUMN=TEXT");

    [Fact]
    public void Read_LongTableOfADatabase_IsOneRecordATime()
    {
        using var folder = new TempFolder();
        string path = Path.Combine(folder.Path, "device.db");
        using (var connection = new SqliteConnection($"Data Source={path};Pooling=False"))
        {
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = """
                CREATE TABLE log (time INTEGER, tag, value REAL, quality TEXT);
                INSERT INTO log VALUES (1767268802, 'it''s', 5, 'ok'), (1767268801, 7, 3, 'ok'), (1767268801, 'it''s', 4, 'ok'), (1767268802, 7, 6, 'bad');
                """;
            command.ExecuteNonQuery();
        }

        var read = ReadRows.OfFile(path, "pivot=tag,where=quality=ok");
        read.Schema.Values.Select(v => v.Name).ShouldBe(["value_7", "it_s"]);
        read.Columns.ShouldBe([[3, double.NaN], [4, 5]]);
        ReadRows.OfFile(path, "where=tag=it's+quality!=bad").Timestamps.Count.ShouldBe(2);
    }

    private sealed class RowOfEntity(int entity) : IRecordReader
    {
        private bool _isRead;

        public RecordSchema Schema { get; } = new([new("value", ""), new("entity", "")]);

        public IReadOnlyDictionary<string, string> Facts { get; } = new Dictionary<string, string>();

        public int Read(RecordBatch batch)
        {
            int rows = _isRead ? 0 : 1;
            _isRead = true;
            batch.Reset(0, 0, rows);
            batch.Values[batch.Capacity] = entity;
            return rows;
        }

        public void Dispose()
        {
        }
    }
}
