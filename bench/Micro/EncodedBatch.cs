using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench.Micro;

/// <summary>What all encoders are given: a batch of the synthetic meter's records, of nine values each.</summary>
internal static class EncodedBatch
{
    public const int Records = 10_000;

    public static RecordBatch Make()
    {
        using var workload = new SyntheticWorkload(1);
        using var source = workload.Open(0);
        var batch = new RecordBatch(workload.Schema, Records);
        source.Fill(batch, 0, Records);
        return batch;
    }
}
