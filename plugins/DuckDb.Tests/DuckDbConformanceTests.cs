using DbIngest.Conformance;

namespace DuckDb.Tests;

/// <summary>Runs the conformance suite, which every target must pass, against DuckDB.</summary>
public sealed class DuckDbConformanceTests : TargetConformance<DuckDbDefinition>
{
    // A file that is no database.
    protected override string BadEndpoint => typeof(DuckDbConformanceTests).Assembly.Location;

    // DuckDB writes each column in blocks of 256 KiB: the space of fewer records is that of blocks begun.
    protected override int ManyRecords => 60_000;
}
