using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench.Sources;

/// <summary>
/// Measures generating and hashing batches of the synthetic meter, as lanes do with the null target, for the bench command
/// <c>fill</c>.
/// </summary>
internal static class FillBench
{
    private const int Records = 20_000_000;

    /// <summary>Prints a table for several batch sizes and numbers of values.</summary>
    public static void Run(int rounds)
    {
        Console.WriteLine("values  batch  fill ns/record  hash ns/record  records/s of both  bytes allocated");
        foreach (var (values, batch) in new[] { (9, 1000), (9, 10_000), (9, 100), (9, 10), (3, 1000), (50, 1000) })
        {
            Measure(values, batch, rounds);
        }
    }

    private static void Measure(int values, int size, int rounds)
    {
        using var workload = new SyntheticWorkload(1, values);
        using var source = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, size);
        int records = Records / Math.Max(1, values / 9);
        long sequence = 0;
        ulong sum = 0;
        void Fill()
        {
            for (int done = 0; done < records; done += size)
            {
                source.Fill(batch, sequence, size);
                sequence += size;
            }
        }

        void Hash()
        {
            for (int done = 0; done < records; done += size)
            {
                sum += RecordHash.Sum(batch);
            }
        }

        Fill();
        Hash();
        var fill = new List<double>();
        var hash = new List<double>();
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        Fill();
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        for (int round = 0; round < rounds; round++)
        {
            fill.Add(ProcessorTime.Seconds(Fill) / records);
            hash.Add(ProcessorTime.Seconds(Hash) / records);
        }

        double generating = Median.Of(fill);
        double hashing = Median.Of(hash);
        Console.WriteLine(
            $"{values,6}  {size,5}  {generating * 1e9,14:F2}  {hashing * 1e9,14:F2}  {1 / (generating + hashing),17:N0}  "
            + $"{allocated,15}");
        GC.KeepAlive(sum);
    }
}
