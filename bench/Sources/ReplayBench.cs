using DbIngest.Abstractions.Records;
using DbIngest.Core.Sources;
using DbIngest.Sources;

namespace DbIngest.Bench.Sources;

/// <summary>
/// Measures replaying a recording from its temporary copy, as lanes do in a sweep, for the bench command <c>replay</c>.
/// </summary>
internal static class ReplayBench
{
    private const int Rows = 2_000_000;

    /// <summary>Prints nanoseconds per record of seven values.</summary>
    public static void Run(int rounds, string parent)
    {
        string folder = Directory.CreateDirectory(Path.Combine(parent, $"dbingest-bench-{Guid.NewGuid():N}")).FullName;
        try
        {
            string path = Path.Combine(folder, "rows.csv");
            ReadSample.WriteHousehold(path);
            using var workload = InputWorkload.Open(path, "date=d/M/yyyy", folder, Rows);
            Replay(workload);
            double replay = Median.Of(Enumerable.Range(0, rounds).Select(_ => ProcessorTime.Seconds(() => Replay(workload))));
            Console.WriteLine($"replayed: {replay / Rows * 1e9:F1} ns a record of {workload.Schema.ValueCount} values");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
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
}
