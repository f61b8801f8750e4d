using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>SELECT: columns, counts and extremes of one table, or a few values of the server.</summary>
internal static class Selection
{
    public static RowSet Execute(LexemeReader reader, Catalog catalog, SessionState state,
        IReadOnlyDictionary<string, object?> parameters)
    {
        var items = new List<Item>();
        do
        {
            items.Add(ReadItem(reader, catalog, parameters));
        }
        while (reader.TryTake(","));

        if (!reader.TryTake("FROM"))
        {
            return new RowSet([.. items.Select(i => new Column(i.Alias ?? string.Empty, TypeOf(i.Value)))],
                [[.. items.Select(i => i.Value)]]);
        }

        var (database, name) = reader.MultipartName();
        var table = catalog.Table(database ?? state.Database, name);
        if (reader.TryTake("WITH"))
        {
            reader.SkipBrackets();
        }

        var isMeant = Condition.Read(reader, table, parameters);
        if (state.IsFormatOnly)
        {
            return new RowSet(table.Columns, []);
        }

        if (reader.TryTake("ORDER", "BY"))
        {
            throw new ServerErrorException(40515, "ORDER BY is not part of this endpoint.");
        }

        var rows = table.Rows.Where(r => isMeant(r));
        return items[0].Aggregate is null ? Plain(items, table, rows) : Aggregated(items, table, [.. rows]);
    }

    private static RowSet Plain(List<Item> items, Table table, IEnumerable<object?[]> rows)
    {
        int[] columns = items is [{ Column: "*" }]
            ? [.. Enumerable.Range(0, table.Columns.Count)]
            : [.. items.Select(i => table.ColumnAt(i.Column!))];
        return new RowSet([.. columns.Select(c => table.Columns[c])], rows.Select(r => columns.Select(c => r[c]).ToArray()));
    }

    private static RowSet Aggregated(List<Item> items, Table table, List<object?[]> rows)
    {
        var columns = new List<Column>();
        object?[] values = new object?[items.Count];
        for (int i = 0; i < items.Count; i++)
        {
            var item = items[i];
            if (item.Column == "*")
            {
                columns.Add(new Column(item.Alias ?? string.Empty, ColumnType.BigInt));
                values[i] = table.IsSink ? table.Count : rows.Count;
                continue;
            }

            int column = table.ColumnAt(item.Column!);
            var present = rows.Select(r => r[column]).Where(v => v is not null).ToList();
            columns.Add(new Column(item.Alias ?? string.Empty, item.Aggregate is "COUNT" or "DISTINCT" ? ColumnType.BigInt
                : table.Columns[column].Type));
            values[i] = item.Aggregate switch
            {
                "COUNT" => (long)present.Count,
                "DISTINCT" => (long)present.Distinct().Count(),
                "MIN" => present.Min(),
                "MAX" => present.Max(),
                _ => throw new ServerErrorException(195, $"'{item.Aggregate}' is not a recognized built-in function name."),
            };
        }

        return new RowSet(columns, [values]);
    }

    private static Item ReadItem(LexemeReader reader, Catalog catalog, IReadOnlyDictionary<string, object?> parameters)
    {
        var item = reader.Next switch
        {
            { Kind: LexemeKind.Number or LexemeKind.Text } => new Item(null, null, Condition.Value(reader, parameters)),
            { Value: ['@', '@', ..] } => new Item(null, null, Variable(reader.Take().Value)),
            { Value: ['@', ..] } => new Item(null, null, Condition.Value(reader, parameters)),
            { Value: "*" } => new Item(reader.Take().Value, null, null),
            _ => NameOrFunction(reader, catalog),
        };
        return reader.TryTake("AS") ? item with { Alias = reader.Name() } : item;
    }

    private static Item NameOrFunction(LexemeReader reader, Catalog catalog)
    {
        string name = reader.Name();
        if (!reader.TryTake("("))
        {
            return new Item(name, null, null);
        }

        bool isDistinct = reader.TryTake("DISTINCT");
        var argument = reader.Take();
        reader.Expect(")");
        return name.ToUpperInvariant() switch
        {
            "COUNT" or "COUNT_BIG" => new Item(argument.Value, isDistinct ? "DISTINCT" : "COUNT", null),
            "MIN" or "MAX" => new Item(argument.Value, name.ToUpperInvariant(), null),
            "DB_ID" => new Item(null, null, catalog.Has(argument.Value) ? 5L : null),
            "SERVERPROPERTY" => new Item(null, null, $"endpoint {argument.Value}"),
            _ => throw new ServerErrorException(195, $"'{name}' is not a recognized built-in function name."),
        };
    }

    private static object Variable(string name) => name.ToUpperInvariant() switch
    {
        "@@TRANCOUNT" => 0L,
        "@@SPID" => 51L,
        "@@VERSION" => "DbIngest TDS endpoint",
        _ => throw new ServerErrorException(137, $"Must declare the scalar variable \"{name}\".", 15),
    };

    private static ColumnType TypeOf(object? value) => value switch
    {
        string => ColumnType.Text,
        double => ColumnType.Float,
        _ => ColumnType.Int,
    };

    private sealed record Item(string? Column, string? Aggregate, object? Value, string? Alias = null);
}
