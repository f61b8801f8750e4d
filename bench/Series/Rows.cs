using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench.Series;

/// <summary>The rows of the product and of all peers but TSBS: 8 sources of the synthetic meter, in batches.</summary>
internal static class Rows
{
    public const int Sources = 8;
    public const int Batch = 10_000;

    /// <summary>The workload that supplies the rows.</summary>
    public static SyntheticWorkload Workload { get; private set; } = new(seed: 1, values: 9);

    /// <summary>Replaces the workload by one with another number of values. Call it before any peer is created.</summary>
    /// <param name="values">Values per record.</param>
    public static void Have(int values) => Workload = new(seed: 1, values);

    public static TrialTable Table(int records) => new(Workload.Schema, Sources, records);

    /// <summary>Hands over all batches, source after source in turn.</summary>
    public static void ForEach(int records, Action<RecordBatch> take)
    {
        var batch = new RecordBatch(Workload.Schema, Batch);
        for (int first = 0; first < records; first += Batch)
        {
            for (int source = 0; source < Sources; source++)
            {
                using var reader = Workload.Open(source);
                reader.Fill(batch, first, Math.Min(Batch, records - first));
                take(batch);
            }
        }
    }
}
