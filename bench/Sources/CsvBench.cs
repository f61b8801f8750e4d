using System.Globalization;
using CsvHelper;
using DbIngest.Core.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources.Input;

namespace DbIngest.Bench.Sources;

/// <summary>Reading delimited text, from the file to columns of numbers, and replaying it.</summary>
internal static class CsvBench
{
    private const int Rows = 2_000_000;

    /// <summary>Prints MB/s of the whole opening (reading, checking, hashing, spooling), of CsvHelper reading the same, and the replay.</summary>
    public static void Run(int rounds, string parent)
    {
        string folder = Directory.CreateDirectory(Path.Combine(parent, $"dbingest-bench-{Guid.NewGuid():N}")).FullName;
        try
        {
            string path = Path.Combine(folder, "rows.csv");
            Write(path);
            double megabytes = new FileInfo(path).Length / 1e6;
            var ours = new List<double>();
            var theirs = new List<double>();
            var replay = new List<double>();
            for (int round = 0; round < rounds; round++)
            {
                IWorkload? workload = null;
                ours.Add(ProcessorTime.Seconds(() => workload = InputWorkload.Open(path, "date=d/M/yyyy", folder, Rows)));
                using (workload!)
                {
                    Replay(workload!);
                    replay.Add(ProcessorTime.Seconds(() => Replay(workload!)));
                }

                theirs.Add(ProcessorTime.Seconds(() => ReadByCsvHelper(path)));
            }

            double open = ProcessorTime.Median(ours);
            double helper = ProcessorTime.Median(theirs);
            Console.WriteLine($"{megabytes:F0} MB, {Rows:N0} rows, 7 values");
            Console.WriteLine($"opened as a workload: {megabytes / open:F0} MB/s, {open / Rows * 1e9:F0} ns a row");
            Console.WriteLine($"read by CsvHelper:    {megabytes / helper:F0} MB/s, {helper / Rows * 1e9:F0} ns a row, {helper / open:F1} times as long");
            Console.WriteLine($"replayed:             {ProcessorTime.Median(replay) / Rows * 1e9:F1} ns a record");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static void Write(string path)
    {
        var random = new SplitMix64(1);
        using var writer = new StreamWriter(path);
        writer.Write("Date,Time,Global_active_power,Global_reactive_power,Voltage,Global_intensity,Sub_metering_1,Sub_metering_2,Sub_metering_3\n");
        for (int row = 0; row < Rows; row++)
        {
            var time = new DateTime(2007, 1, 1).AddMinutes(row);
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"{time:d'/'M'/'yyyy},{time:H:mm:ss},{random.NextBelow(9000) / 1000.0},{random.NextBelow(900) / 1000.0},{220 + (random.NextBelow(3000) / 100.0)},"));
            writer.Write(string.Create(
                CultureInfo.InvariantCulture, $"{random.NextBelow(400) / 10.0},{random.NextBelow(3)},{random.NextBelow(80)},{random.NextBelow(20)}.0\n"));
        }
    }

    private static void Replay(IWorkload workload)
    {
        using var source = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, 1000);
        for (long sequence = 0; sequence < Rows; sequence += 1000)
        {
            source.Fill(batch, sequence, 1000);
        }
    }

    private static void ReadByCsvHelper(string path)
    {
        using var reader = CsvReader.FromFile(path);
        double sum = 0;
        while (reader.Read())
        {
            sum += reader.ParseExact<DateTime>(0, "d/M/yyyy", CultureInfo.InvariantCulture).Ticks;
            sum += reader.ParseExact<DateTime>(1, "H:mm:ss", CultureInfo.InvariantCulture).TimeOfDay.Ticks;
            for (int column = 2; column < 9; column++)
            {
                sum += reader.Parse<double>(column);
            }
        }

        GC.KeepAlive(sum);
    }
}
