using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>
/// As dsbulk loads: a CSV file a thread, parsed in flight, unlogged batches of at most 32 rows within a partition, up to 1024
/// rows on the way in all. In our client, so that the shape is compared and not the language; parsing is in the time.
/// </summary>
internal sealed class CsvLoad : IContender
{
    private const int RowsPerBatch = 32;
    private const int RowsInFlight = 1024;

    public string Name => $"dsbulk-like: CSV, batches of {RowsPerBatch}, {RowsInFlight} rows in flight in all";

    public string Options => $"rows={RowsPerBatch}&window={RowsInFlight / RowsPerBatch / Trials.Sources}";

    public int Batch => 1000;

    public IWorkload Open(int records) => new CsvFiles(Trials.Synthetic(), Trials.Sources, records);
}
