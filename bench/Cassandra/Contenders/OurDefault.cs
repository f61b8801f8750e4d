using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>The contender with the product's defaults: unlogged batches of 200 rows within a partition, two in flight.</summary>
internal sealed class OurDefault : IContender
{
    public string Name => "default: batches of 200, 2 in flight a source";

    public string Options => "rows=200&window=2";

    public int Batch => 1000;

    public IWorkload Open(int records) => Trials.Synthetic();
}
