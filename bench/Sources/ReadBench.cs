using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Records;
using DbIngest.Sources;
using DbIngest.Sources.Export;
using DbIngest.Sources.Input;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench.Sources;

/// <summary>
/// Measures this process's CPU time for reading files of equipment, for the bench command <c>read</c>. The reader turns a file in
/// the system's cache into columns of numbers. The whole input adds recognition, SHA-256 and the temporary copy, as before a
/// sweep. The peer is another library that turns the same file into numbers, if one reads the format.
/// </summary>
internal static class ReadBench
{
    private const int Batch = 1000;
    private const int WarmUpBatches = 20;

    /// <summary>Prints the table.</summary>
    /// <param name="rounds">Measurements per reader, in turn.</param>
    /// <param name="parent">Folder for the generated files.</param>
    /// <param name="only">Text that an input's name must contain; empty for all inputs.</param>
    /// <param name="recordings">Folder of Green Button files to read as well; null for none.</param>
    public static void Run(int rounds, string parent, string only, string? recordings)
    {
        string folder = Directory.CreateDirectory(Path.Combine(parent, $"dbingest-bench-{Guid.NewGuid():N}")).FullName;
        try
        {
            Console.WriteLine(
                $"{"input",-52} {"MB",5} {"rows",9} {"reader MB/s",12} {"ns/row",7} {"bytes/row",10} {"input MB/s",11} "
                + $"{"elapsed MB/s",13} {"peer MB/s",10} {"ratio",6}");
            foreach (var sample in Samples(folder).Concat(Recordings(folder, recordings))
                .Where(s => s.Name.Contains(only, StringComparison.OrdinalIgnoreCase)))
            {
                Measure(sample, folder, rounds);
            }
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static IEnumerable<ReadSample> Samples(string folder)
    {
        string household = Path.Combine(folder, "household.csv");
        yield return new("csv household, 2 to 6 digits", household, "date=d/M/yyyy", () => ReadSample.WriteHousehold(household),
            CsvHelperPeer.DateAndTime);
        yield return Synthetic(folder, "csv synthetic, 17 digits", "csv", "synthetic.csv", CsvHelperPeer.Iso);
        foreach (var (name, coding, bytes, digital) in new[]
        {
            ("comtrade BINARY 24A 64D", "BINARY", 2, 64), ("comtrade BINARY 24A", "BINARY", 2, 0),
                ("comtrade BINARY 8A 32D", "BINARY", 2, 32),
            ("comtrade BINARY32 24A 64D", "BINARY32", 4, 64), ("comtrade FLOAT32 24A", "FLOAT32", 4, 0),
        })
        {
            string path = Path.Combine(folder, name.Replace(' ', '-') + ".cfg");
            int analog = name.Contains("24A", StringComparison.Ordinal) ? 24 : 8;
            void Write() => ReadSample.WriteComtrade(path, coding, analog, digital, bytes);
            yield return new(name, path, "", Write, null);
            if (digital > 0)
            {
                yield return new(name + ", words", path, "digital=words", Write, null);
            }
        }

        yield return Synthetic(folder, "comtrade ASCII 9A", "comtrade-ascii", "synthetic.cfg", null);
        string measured = Path.Combine(folder, "household.xml");
        yield return new("xml measurements, 2 to 6 digits", measured, "", () => WriteMeasured(folder, household, measured),
            XmlReaderPeer.Measurements);
        yield return Synthetic(folder, "xml measurements, 17 digits", "xml", "synthetic.xml", XmlReaderPeer.Measurements);
        string green = Path.Combine(folder, "green.xml");
        yield return new("xml Green Button", green, "", () => ReadSample.WriteGreenButton(green), XmlReaderPeer.GreenButton);
    }

    /// <summary>Real recordings are small: each is read so often that a measurement takes a tenth of a second.</summary>
    private static IEnumerable<ReadSample> Recordings(string folder, string? recordings)
    {
        const int BytesPerMeasurement = 40_000_000;
        string[] files = recordings is null ? [] : Directory.GetFiles(recordings, "*.xml");
        foreach (string file in files.Order(StringComparer.Ordinal))
        {
            string copy = Path.Combine(folder, Path.GetFileName(file));
            yield return new("xml " + Path.GetFileName(file), copy, "", () => File.WriteAllBytes(copy, File.ReadAllBytes(file)),
                XmlReaderPeer.GreenButton)
            {
                Repeats = 1 + (int)(BytesPerMeasurement / new FileInfo(file).Length),
            };
        }
    }

    private static ReadSample Synthetic(string folder, string name, string format, string file, Func<string, double>? peer)
    {
        string path = Path.Combine(folder, file);
        return new(name, path, "", () =>
        {
            using var workload = new SyntheticWorkload(1);
            RecordExport.Write(workload, 0, 250_000, format, path, default);
        }, peer);
    }

    private static void WriteMeasured(string folder, string household, string path)
    {
        ReadSample.WriteHousehold(household);
        using var workload = InputWorkload.Open(household, "date=d/M/yyyy", folder, 300_000);
        RecordExport.Write(workload, 0, 300_000, "xml", path, default);
        File.Delete(household);
    }

    private static void Measure(ReadSample sample, string folder, int rounds)
    {
        sample.Write();
        double megabytes = Directory.GetFiles(folder).Sum(file => new FileInfo(file).Length) / 1e6;
        var (rows, allocated) = Read(sample);
        var reader = new List<double>();
        var input = new List<double>();
        var elapsed = new List<double>();
        var peer = new List<double>();
        for (int round = 0; round < rounds; round++)
        {
            reader.Add(ProcessorTime.TotalSeconds(() => sample.Repeat(() => Read(sample))) / sample.Repeats);
            long started = Stopwatch.GetTimestamp();
            input.Add(ProcessorTime.TotalSeconds(() =>
                sample.Repeat(() => InputWorkload.Open(sample.Path, sample.Options, folder, rows).Dispose())) / sample.Repeats);
            elapsed.Add(Stopwatch.GetElapsedTime(started).TotalSeconds / sample.Repeats);
            if (sample.Peer is { } other)
            {
                peer.Add(ProcessorTime.TotalSeconds(() => sample.Repeat(() => other(sample.Path))) / sample.Repeats);
            }
        }

        double ours = Median.Of(reader);
        double theirs = peer.Count > 0 ? Median.Of(peer) : 0;
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{sample.Name,-52} {megabytes,5:F0} {rows,9} {megabytes / ours,12:F0} {ours / rows * 1e9,7:F0} {allocated,10:F3} "
            + $"{megabytes / Median.Of(input),11:F0} {megabytes / Median.Of(elapsed),13:F0} ")
            + (theirs > 0 ? string.Create(CultureInfo.InvariantCulture, $"{megabytes / theirs,10:F0} {theirs / ours,6:F1}")
                : $"{"-",10} {"-",6}"));
        foreach (string file in Directory.GetFiles(folder))
        {
            File.Delete(file);
        }
    }

    /// <summary>Reads all rows. Allocated bytes per row count from the 21st full batch to the last full one.</summary>
    private static (long Rows, double Allocated) Read(ReadSample sample)
    {
        var files = InputSet.Open(sample.Path, InputOptions.Parse(sample.Options)).Files;
        using var reader = InputWorkload.ReaderOf(files, sample.Options)();
        var batch = new RecordBatch(reader.Schema, Batch);
        long rows = 0;
        (long Rows, long Bytes) first = default;
        (long Rows, long Bytes) last = default;
        for (int batches = 0, count; (count = reader.Read(batch)) > 0; batches++)
        {
            rows += count;
            last = count == Batch ? (rows, GC.GetAllocatedBytesForCurrentThread()) : last;
            first = batches == WarmUpBatches ? last : first;
        }

        return (rows, (double)(last.Bytes - first.Bytes) / (last.Rows - first.Rows));
    }
}
