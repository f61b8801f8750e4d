using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>Executes the part of Transact-SQL that a client of a measurement store needs.</summary>
/// <param name="catalog">The databases.</param>
/// <param name="state">The session's database and transaction.</param>
/// <param name="options">What the endpoint is set to.</param>
internal sealed class Statements(Catalog catalog, SessionState state, EndpointOptions options)
{
    /// <summary>Executes a batch.</summary>
    /// <exception cref="ServerErrorException">A statement is refused; those before it stand.</exception>
    public IEnumerable<Outcome> Execute(string sql, IReadOnlyDictionary<string, object?> parameters)
    {
        if (options.Answers.Select(answer => answer(sql)).FirstOrDefault(a => a is not null) is { } prepared)
        {
            yield return new Outcome(prepared);
            yield break;
        }

        if (SystemViews.Answer(sql, parameters, catalog, state) is { } view)
        {
            yield return new Outcome(view);
            yield break;
        }

        if (BulkMetadata.Read(sql, catalog, state.Database) is { } metadata)
        {
            foreach (var rows in metadata)
            {
                yield return new Outcome(rows);
            }

            yield break;
        }

        var reader = new LexemeReader(sql);
        while (!reader.IsAtEnd)
        {
            if (!reader.TryTake(";") && Execute(reader, parameters) is { } outcome)
            {
                yield return outcome;
            }
        }
    }

    private Outcome? Execute(LexemeReader reader, IReadOnlyDictionary<string, object?> parameters)
    {
        if (reader.TryTake("SET"))
        {
            return Set(reader);
        }

        if (reader.TryTake("USE"))
        {
            state.Use(Known(reader.Name()));
            return new Outcome();
        }

        if (reader.TryTake("SELECT"))
        {
            return new Outcome(Selection.Execute(reader, catalog, state, parameters));
        }

        if (reader.TryTake("INSERT", "BULK"))
        {
            return new Outcome(Bulk: Bulk(reader));
        }

        if (reader.TryTake("INSERT"))
        {
            return new Outcome(Affected: Insert(reader, parameters));
        }

        if (reader.TryTake("DELETE"))
        {
            reader.TryTake("FROM");
            var table = TableOf(reader);
            return new Outcome(Affected: table.Remove(Condition.Read(reader, table, parameters)));
        }

        if (reader.TryTake("UPDATE"))
        {
            return new Outcome(Affected: Update(reader, parameters));
        }

        if (reader.TryTake("BEGIN"))
        {
            Transaction(reader);
            state.Begin();
            return new Outcome();
        }

        if (reader.Next is { } end && (end.Is("COMMIT") || end.Is("ROLLBACK")))
        {
            reader.Take();
            Transaction(reader);
            if (!state.IsInTransaction)
            {
                throw new ServerErrorException(3902,
                    $"The {end.Value} TRANSACTION request has no corresponding BEGIN TRANSACTION.");
            }

            state.End(isCommitted: end.Is("COMMIT"));
            return new Outcome();
        }

        return ColumnAddition.TryExecute(reader, catalog, state) ? new Outcome() : Definition(reader);
    }

    private Outcome? Definition(LexemeReader reader)
    {
        if (reader.TryTake("CREATE", "DATABASE"))
        {
            Permit();
            catalog.Create(reader.Name());
        }
        else if (reader.TryTake("DROP", "DATABASE"))
        {
            bool ifExists = reader.TryTake("IF", "EXISTS");
            string name = reader.Name();
            if (!ifExists || catalog.Has(name))
            {
                catalog.Drop(name);
            }
        }
        else if (reader.TryTake("CREATE", "TABLE"))
        {
            Permit();
            var (database, name) = reader.MultipartName();
            var columns = ColumnDefinitions.OfTable(reader);
            catalog.Add(database ?? state.Database, new Table(name, columns) { IsSink = options.IsSink });
        }
        else if (IsConditional(reader, out bool ifExists) || reader.TryTake("DROP", "TABLE"))
        {
            ifExists |= reader.TryTake("IF", "EXISTS");
            var (database, name) = reader.MultipartName();
            if (!catalog.Remove(database ?? state.Database, name) && !ifExists)
            {
                throw new ServerErrorException(3701,
                    $"Cannot drop the table '{name}', because it does not exist or you do not have permission.", 11);
            }
        }
        else if (reader.TryTake("TRUNCATE", "TABLE"))
        {
            TableOf(reader).Clear();
        }
        else if (reader.TryTake("ALTER", "DATABASE"))
        {
            Permit();
            Alteration.Execute(catalog, Known(reader.Name()), reader);
        }
        else if (reader.TryTake("EXEC"))
        {
            Mark(reader);
        }
        else if (!reader.TryTake("CREATE") && !reader.TryTake("CHECKPOINT") && !reader.TryTake("WAITFOR")
            && !reader.TryTake("ALTER", "INDEX"))
        {
            throw reader.Wrong();
        }

        // Options of storage change nothing here.
        reader.SkipStatement();
        return new Outcome();
    }

    /// <summary><c>IF OBJECT_ID(N'TABLE') IS NOT NULL DROP TABLE</c>, as servers before 2016 need it.</summary>
    private static bool IsConditional(LexemeReader reader, out bool isConditional)
    {
        isConditional = reader.TryTake("IF", "OBJECT_ID");
        if (isConditional)
        {
            reader.SkipBrackets();
            reader.Expect("IS", "NOT", "NULL");
            reader.Expect("DROP", "TABLE");
        }

        return isConditional;
    }

    private void Mark(LexemeReader reader)
    {
        string database = Known(reader.Name());
        reader.Expect(".");
        reader.Expect("sys", ".", "sp_addextendedproperty");
        catalog.Settings(database).IsMarked = true;
    }

    private Outcome? Set(LexemeReader reader)
    {
        if (reader.TryTake("FMTONLY"))
        {
            state.IsFormatOnly = reader.TryTake("ON");
            _ = state.IsFormatOnly || reader.TryTake("OFF");
            return null;
        }

        if (reader.TryTake("NOCOUNT"))
        {
            state.HidesCounts = reader.TryTake("ON");
            _ = state.HidesCounts || reader.TryTake("OFF");
            return null;
        }

        // One option and its value: what comes after may be a statement, since no sign need part them.
        reader.Take();
        while (reader.Next is { } next && !next.Is(";") && !next.Is("SET") && !next.Is("SELECT"))
        {
            reader.Take();
        }

        return null;
    }

    private BulkTarget Bulk(LexemeReader reader)
    {
        var table = TableOf(reader);
        var columns = new List<int>();
        if (reader.TryTake("("))
        {
            do
            {
                columns.Add(table.ColumnAt(reader.Name()));
                while (!reader.Next!.Is(",") && !reader.Next.Is(")"))
                {
                    if (reader.Next.Is("("))
                    {
                        reader.SkipBrackets();
                    }
                    else
                    {
                        reader.Take();
                    }
                }
            }
            while (reader.TryTake(","));
            reader.Expect(")");
        }
        else
        {
            columns.AddRange(Enumerable.Range(0, table.Columns.Count));
        }

        var with = new List<string>();
        while (!reader.IsAtEnd)
        {
            with.Add(reader.Take().Value);
        }

        return new BulkTarget(table, columns, string.Join(' ', with));
    }

    private long Insert(LexemeReader reader, IReadOnlyDictionary<string, object?> parameters)
    {
        reader.TryTake("INTO");
        var table = TableOf(reader);
        var columns = new List<int>();
        if (reader.TryTake("("))
        {
            do
            {
                columns.Add(table.ColumnAt(reader.Name()));
            }
            while (reader.TryTake(","));
            reader.Expect(")");
        }
        else
        {
            columns.AddRange(Enumerable.Range(0, table.Columns.Count));
        }

        reader.Expect("VALUES");
        var rows = new List<object?[]>();
        do
        {
            reader.Expect("(");
            object?[] row = new object?[table.Columns.Count];
            for (int i = 0; i < columns.Count; i++)
            {
                _ = i == 0 || reader.TryTake(",") ? true : throw reader.Wrong();
                row[columns[i]] = Condition.Value(reader, parameters);
            }

            reader.Expect(")");
            rows.Add(row);
        }
        while (reader.TryTake(","));
        state.Insert(() => table.Add(table.IsSink ? [] : rows, rows.Count));
        return rows.Count;
    }

    private long Update(LexemeReader reader, IReadOnlyDictionary<string, object?> parameters)
    {
        var table = TableOf(reader);
        reader.Expect("SET");
        var values = new Dictionary<int, object?>();
        do
        {
            int column = table.ColumnAt(reader.Name());
            reader.Expect("=");
            values[column] = Condition.Value(reader, parameters);
        }
        while (reader.TryTake(","));
        return table.Update(Condition.Read(reader, table, parameters), row =>
        {
            object?[] changed = [.. row];
            foreach (var (column, value) in values)
            {
                changed[column] = value;
            }

            return changed;
        });
    }

    private static void Transaction(LexemeReader reader)
    {
        if (!reader.TryTake("TRAN") && !reader.TryTake("TRANSACTION"))
        {
            throw reader.Wrong();
        }
    }

    private Table TableOf(LexemeReader reader)
    {
        var (database, name) = reader.MultipartName();
        return catalog.Table(database ?? state.Database, name);
    }

    private string Known(string database) =>
        catalog.Has(database) ? database
            : throw new ServerErrorException(911,
            $"Database '{database}' does not exist. Make sure that the name is entered correctly.");

    private void Permit()
    {
        if (!options.MayCreate)
        {
            throw new ServerErrorException(262, "CREATE permission denied in database.", 14);
        }
    }
}
