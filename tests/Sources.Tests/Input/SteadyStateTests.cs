using DbIngest.Core.Records;
using DbIngest.Sources.Export;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Sources.Tests.Input;

/// <summary>Once they are under way, readers allocate nothing, however many records follow.</summary>
public sealed class SteadyStateTests
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
            text.Append(System.Globalization.CultureInfo.InvariantCulture, $"<IntervalReading><timePeriod><duration>900</duration><start>{900 * i}</start></timePeriod><value>{i}</value></IntervalReading>");
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
            text.Append(System.Globalization.CultureInfo.InvariantCulture, $"13/1/2007,{i / 3600}:{i / 60 % 60:00}:{i % 60:00},\"{i}.5\",{(i % 3 == 0 ? "?" : "-1e-3")}\n");
        }

        NothingAllocated(folder.Write("meter.csv", text.ToString()), "date=d/M/yyyy,time-zone=Europe/Paris");
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
