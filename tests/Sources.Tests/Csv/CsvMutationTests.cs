using System.Text;
using DbIngest.Sources.Input;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Sources.Tests.Csv;

public class CsvMutationTests
{
    private static readonly string[] Samples =
    [
        ",Date,Time,u [V],\"i, (A)\"\n0,1/1/07,0:00:00,241.97,10.6\n1,13/1/2007,0:01:00,?,-1e3\n2,13/1/2007,11:59:59 "
        + "PM.135,,\"3\"\n",
        "time;x\r\n2020-01-02T10:00:00+01:00;1,5\r\n2020-01-02T10:00:01Z;2\r\n9999-12-31T23:59:59-18:00;3\r\n",
        "epoch|v\r1700000000|1\r1700000001|2\r",
        "2020-01-02 10:00:00  5 6\n2020-01-02 10:00:01  7 8\n",
    ];

    private static readonly string[] Options =
    [
        "", "bad-rows=skip", "time-zone=Europe/Paris,bad-rows=skip", "date=iso", "header=none,time-columns=#1,columns=#2",
            "quote=none",
        "encoding=utf-16", "encoding=utf-32,bad-rows=skip", "delimiter=;,decimal=comma,bad-rows=skip",
            "sentinels=1|2,skip-lines=1",
    ];

    private static readonly byte[] Spice = [.. "\n\r\",;|\t -+.:/0129eET?\0\xff\xfe"u8];

    [Fact]
    public void Read_MutatedText_RowsOrInputException()
    {
        using var folder = new TempFolder();
        var edit = from place in Gen.Choose(0, 1 << 16)
                   from kind in Gen.Choose(0, 3)
                   from value in Gen.Elements(Spice)
                   select (place, kind, value);

        // Few edits: rows that are nearly sound go deepest into the reader.
        var edits = Gen.Choose(0, 8).SelectMany(count => edit.ListOf(count));
        int read = 0;
        Prop.ForAll(Gen.Elements(Samples).ToArbitrary(), Gen.Elements(Options)
            .ToArbitrary(), edits.ToArbitrary(), (sample, options, changes) =>
        {
            var bytes = Encoding.UTF8.GetBytes(sample).ToList();
            foreach (var (place, kind, value) in changes)
            {
                int at = place % Math.Max(1, bytes.Count);
                switch (kind)
                {
                    case 0: bytes.Insert(Math.Min(at, bytes.Count), value); break;
                    case 1 when bytes.Count > 0: bytes[at] = value; break;
                    case 2 when bytes.Count > 0: bytes.RemoveAt(at); break;
                    case 3: bytes.RemoveRange(at, Math.Min(place % 5, bytes.Count - at)); break;
                    default: break;
                }
            }

            try
            {
                var rows = ReadRows.OfFile(folder.Write("mutant.csv", bytes.ToArray()), options, 3);
                read++;
                rows.Columns.ShouldAllBe(
                    column => column.All(value => double.IsNaN(value)
                    || (double.IsFinite(value) && !(value == 0 && double.IsNegative(value)))));
            }
            catch (InputException e)
            {
                e.Message.ShouldStartWith("mutant.csv");
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1_500));
        read.ShouldBeGreaterThan(100);
    }
}
