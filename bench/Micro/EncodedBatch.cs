using DbIngest.Abstractions.Records;
using DbIngest.Sources.Synthetic;

namespace DbIngest.Bench.Micro;

/// <summary>Makes the batch that all encoder benches encode: records of the synthetic meter with nine values each.</summary>
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
