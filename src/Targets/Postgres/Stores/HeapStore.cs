using DbIngest.Targets.Postgres.Sessions;
using Npgsql;

namespace DbIngest.Targets.Postgres.Stores;

/// <summary>
/// Stores the records of a trial in PostgreSQL's own table (<c>store=heap</c>), which needs no extension and nothing besides the
/// target's own statements. <see cref="PostgresStore.Of"/> creates it by default.
/// </summary>
internal sealed class HeapStore : PostgresStore
{
    /// <inheritdoc/>
    public override bool HasPages => true;

    /// <inheritdoc/>
    public override string SpaceColumns => $"pg_table_size('{PostgresTable.Name}'), pg_indexes_size('{PostgresTable.Name}')";

    /// <inheritdoc/>
    public override IEnumerable<(string Name, string Value)> Describe(NpgsqlConnection connection) =>
        [("table.indexes", "none; with a mix of operations one, unique, on (source, sequence)")];
}
