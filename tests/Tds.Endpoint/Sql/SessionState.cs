namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>What a session keeps between its batches.</summary>
internal sealed class SessionState
{
    private List<Action>? _pending;

    /// <summary>The database in use.</summary>
    public string Database { get; private set; } = "master";

    /// <summary>Whether statements are only described.</summary>
    public bool IsFormatOnly { get; set; }

    /// <summary>Whether the rows that a statement has changed are not told.</summary>
    public bool HidesCounts { get; set; }

    /// <summary>Whether a transaction is open.</summary>
    public bool IsInTransaction => _pending is not null;

    public void Use(string database) => Database = database;

    public void Begin() => _pending ??= [];

    /// <summary>Ends the transaction: what was inserted in it is there from now on, or never was.</summary>
    public void End(bool isCommitted)
    {
        var pending = _pending ?? [];
        _pending = null;
        if (isCommitted)
        {
            pending.ForEach(insert => insert());
        }
    }

    /// <summary>Inserts now, or when the transaction is committed.</summary>
    public void Insert(Action insert)
    {
        if (_pending is null)
        {
            insert();
        }
        else
        {
            _pending.Add(insert);
        }
    }
}
