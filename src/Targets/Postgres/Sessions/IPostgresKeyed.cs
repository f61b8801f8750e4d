using DbIngest.Abstractions.Operations;

namespace DbIngest.Targets.Postgres.Sessions;

/// <summary>
/// The prepared statements on single records, found by (source, sequence) or by time. <see cref="PostgresWireKeyed"/> and
/// <see cref="PostgresDriverKeyed"/> implement them.
/// </summary>
internal interface IPostgresKeyed : IKeyedRecords
{
    /// <summary>Finds the records of a source at an instant, in microseconds UTC.</summary>
    void Find(int source, long timestamp, IRecordReceiver found);
}
