using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>
/// Executes <c>ALTER TABLE ... ADD</c>, alone or after <c>IF COL_LENGTH(N'TABLE', N'COLUMN') IS NULL</c>. A server would wait for
/// the loads that run. This endpoint has no locks.
/// </summary>
internal static class ColumnAddition
{
    /// <param name="reader">At the beginning of a statement.</param>
    /// <param name="catalog">The databases.</param>
    /// <param name="state">The session's database.</param>
    /// <returns>False if the statement is another one. Nothing of it is then read.</returns>
    /// <exception cref="ServerErrorException">The statement is refused. The table then has the columns that it had.</exception>
    public static bool TryExecute(LexemeReader reader, Catalog catalog, SessionState state)
    {
        bool isMissing = true;
        if (reader.TryTake("IF", "COL_LENGTH", "("))
        {
            var (database, name) = new LexemeReader(reader.Take().Value).MultipartName();
            reader.Expect(",");
            string column = reader.Take().Value;
            isMissing = catalog.Find(database ?? state.Database, name)?.Has(column) != true;
            reader.Expect(")", "IS", "NULL", "ALTER", "TABLE");
        }
        else if (!reader.TryTake("ALTER", "TABLE"))
        {
            return false;
        }

        var (owner, altered) = reader.MultipartName();
        reader.Expect("ADD");
        var added = ColumnDefinitions.Added(reader);
        if (isMissing)
        {
            var table = catalog.Find(owner ?? state.Database, altered) ?? throw new ServerErrorException(4902,
                $"Cannot find the object \"{altered}\" because it does not exist or you do not have permissions.");
            table.Widen(added);
        }

        return true;
    }
}
