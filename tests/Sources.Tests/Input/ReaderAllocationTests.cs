using DbIngest.Abstractions.Records;
using DbIngest.Sources.Export;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Sources.Tests.Input;

/// <summary>Once they are under way, readers allocate nothing, however many records follow.</summary>
public sealed class ReaderAllocationTests
{
    private const int Records = 30_000;

    [Theory]
    [InlineData("csv", "meter.csv")]
    [InlineData("comtrade-ascii", "meter.cfg")]
    [InlineData("comtrade-binary", "meter.cfg")]
    [InlineData("comtrade-binary32", "meter.cff")]
    [InlineData("comtrade-float32", "meter.cfg")]
    [InlineData("xml", "meter.xml")]
    [InlineData("sqlite", "meter.db")]
    public void Read_ManyRecords_NothingAllocated(string format, string name)
    {
        using var folder = new TempFolder();
        using var synthetic = new SyntheticWorkload(3);
        string path = Path.Combine(folder.Path, name);
        RecordExport.Write(synthetic, 0, Records, format, path, default);
        NothingAllocated(path, "");
    }

    [Fact]
    public void Read_ManyGreenButtonReadings_NothingAllocated()
    {
        using var folder = new TempFolder();
        var text = new System.Text.StringBuilder("<feed><IntervalBlock xmlns=\"http://naesb.org/espi\">");
        for (int i = 0; i < Records; i++)
        {
            text.Append(System.Globalization.CultureInfo.InvariantCulture,
                $"<IntervalReading><timePeriod><duration>900</duration><start>{900 * i}</start></timePeriod><value>{i}</value></IntervalReading>");
        }

        NothingAllocated(folder.Write("green.xml", text.Append("</IntervalBlock></feed>").ToString()), "");
    }

    [Fact]
    public void Read_ManyRowsOfTwoTimeColumnsAndQuotes_NothingAllocated()
    {
        using var folder = new TempFolder();
        var text = new System.Text.StringBuilder("Date,Time,\"u, (V)\",i\n");
        for (int i = 0; i < Records; i++)
        {
            text.Append(System.Globalization.CultureInfo.InvariantCulture,
                $"13/1/2007,{i / 3600}:{i / 60 % 60:00}:{i % 60:00},\"{i}.5\",{(i % 3 == 0 ? "?" : "-1e-3")}\n");
        }

        NothingAllocated(folder.Write("meter.csv", text.ToString()), "date=d/M/yyyy,time-zone=Europe/Paris");
    }

    [Theory]
    [InlineData("meter.jsonl")]
    [InlineData("meter.lp")]
    [InlineData("meter.txt")]
    [InlineData("meter.nem12")]
    public void Read_ManyRecordsOfMetersAndLoggers_NothingAllocated(string name)
    {
        using var folder = new TempFolder();
        var text = new System.Text.StringBuilder(name == "meter.nem12" ? "200,X,E1,1,E1,N1,1,kWh,30,\n" : "");
        for (int i = 0; i < (name == "meter.nem12" ? Records / 48 : Records); i++)
        {
            text.Append(name switch
            {
                "meter.jsonl" => FormattableString.Invariant(
                    $"{{\"time\":{1769817600 + i},\"m\":{{\"u\":{i}.5,\"on\":true,\"\\u0041\":[1,null]}},\"s\":\"a\\\"b\"}}\n"),
                "meter.lp" => FormattableString.Invariant($"m,site=a u={i}.5,n={i}i,on=t,s=\"a b\",x\\ y=1 {1769817600 + i}\n"),
                "meter.txt" => P1.P1Tests.Signed(
                    FormattableString.Invariant(
                    $"/XXX5METER\r\n0-0:1.0.0(26013112{i / 60 % 60:00}{i % 60:00}W)\r\n1-0:1.7.0(00.5{i % 100:00}*kW)\r\n!")),
                _ => FormattableString.Invariant($"300,{new DateTime(2024, 1, 1).AddDays(i):yyyyMMdd},")
                    + $"{string.Join(',', Enumerable.Repeat("0.25", 48))},A,,,,\n",
            });
        }

        NothingAllocated(folder.Write(name, text.ToString()), "");
    }

    private static void NothingAllocated(string path, string options)
    {
        // The runtime compiles and sets up what it needs in the first passes; what is allocated a record is there in each.
        Enumerable.Range(0, 4).Min(_ => Read(path, options)).ShouldBe(0);
    }

    /// <summary>Reads all.</summary>
    /// <returns>Bytes allocated from the first full batches to the last one.</returns>
    private static long Read(string path, string options)
    {
        using var reader = InputWorkload.ReaderOf(InputSet.Open(path, InputOptions.Parse(options)).Files, options)();
        var batch = new RecordBatch(reader.Schema, 500);
        long first = 0;
        long last = 0;
        for (int batches = 0; reader.Read(batch) == batch.Capacity; batches++)
        {
            last = GC.GetAllocatedBytesForCurrentThread();
            first = batches <= 2 ? last : first;

            // The end of the file is found with the last full batch, and then what the file was like is put together.
            if (batches == (Records / batch.Capacity) - 2)
            {
                break;
            }
        }

        return last - first;
    }
}
