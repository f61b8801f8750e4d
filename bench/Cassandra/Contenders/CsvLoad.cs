using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>
/// Loads as dsbulk does: one CSV file per thread, parsed while loading, in unlogged batches of at most 32 rows within a
/// partition, with up to 1,024 rows in flight in all. It uses this product's client, so that <see cref="PeersBench"/> compares
/// the shape of requests and not the language. Parsing is part of the time.
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
