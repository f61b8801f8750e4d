namespace DbIngest.Abstractions.Targets;

/// <summary>How a database models data. All but <see cref="Relational"/>, <see cref="NewSql"/>, <see cref="Mixed"/> and <see cref="None"/> are called NoSQL.</summary>
public enum DataModel
{
    /// <summary>It stores nothing.</summary>
    None,

    /// <summary>Tables of a schema, SQL.</summary>
    Relational,

    /// <summary>Partitions of rows, wide columns.</summary>
    WideColumn,

    /// <summary>Documents.</summary>
    Document,

    /// <summary>Values by key.</summary>
    KeyValue,

    /// <summary>Series of values over time.</summary>
    TimeSeries,

    /// <summary>Nodes and relationships.</summary>
    Graph,

    /// <summary>More than one: the layout of a composed target.</summary>
    Mixed,

    /// <summary>Tables of a schema and SQL over nodes that share the rows and keep copies of each other's, with transactions over all of them.</summary>
    NewSql,
}
