using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>Reads the columns that CREATE TABLE and ALTER TABLE name.</summary>
internal static class ColumnDefinitions
{
    /// <summary>The columns of a new table, in brackets.</summary>
    public static List<Column> OfTable(LexemeReader reader)
    {
        var columns = new List<Column>();
        reader.Expect("(");
        do
        {
            if (reader.TryTake("PRIMARY", "KEY"))
            {
                // A key is not kept: what is written twice is there twice.
                while (!reader.Next!.Is("("))
                {
                    reader.Take();
                }

                reader.SkipBrackets();
                continue;
            }

            columns.Add(Read(reader));
        }
        while (reader.TryTake(","));
        reader.Expect(")");
        return columns;
    }

    /// <summary>The columns that a table gets, up to the end of the statement.</summary>
    public static List<Column> Added(LexemeReader reader)
    {
        var columns = new List<Column>();
        do
        {
            columns.Add(Read(reader));
        }
        while (reader.TryTake(","));
        return columns;
    }

    private static Column Read(LexemeReader reader)
    {
        string name = reader.Name();
        var type = ColumnType.Parse(reader.Name());
        bool isNullable = true;
        while (reader.Next is { } next && !next.Is(",") && !next.Is(")") && !next.Is(";"))
        {
            if (next.Is("("))
            {
                reader.SkipBrackets();
            }
            else
            {
                isNullable &= !reader.Take().Is("NOT");
            }
        }

        return new Column(name, type, isNullable);
    }
}
