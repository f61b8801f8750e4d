namespace DbIngest.Abstractions.Targets;

/// <summary>
/// How a database models data. A <see cref="TargetDefinition"/> states it, and reports group databases by it. Results store the
/// names, so none may be renamed. Reports call every model NoSQL except <see cref="Relational"/>, <see cref="NewSql"/>,
/// <see cref="Mixed"/> and <see cref="None"/>.
/// </summary>
public enum DataModel
{
    /// <summary>The target stores nothing.</summary>
    None,

    /// <summary>Tables with a schema, queried by SQL.</summary>
    Relational,

    /// <summary>Partitions of rows with wide columns.</summary>
    WideColumn,

    /// <summary>Documents with nested fields.</summary>
    Document,

    /// <summary>Values by key.</summary>
    KeyValue,

    /// <summary>Series of values over time.</summary>
    TimeSeries,

    /// <summary>Nodes and relationships of a graph.</summary>
    Graph,

    /// <summary>Several models, in a composed target.</summary>
    Mixed,

    /// <summary>
    /// Tables with a schema and SQL, distributed and replicated over nodes, with transactions across all of them.
    /// </summary>
    NewSql,
}
