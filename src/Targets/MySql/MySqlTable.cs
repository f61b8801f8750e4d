using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>The trial's table and the statements on it.</summary>
/// <remarks>
/// A timestamp is a BIGINT of microseconds: DATETIME(6) is as long and ends in the years 1000 and 9999, TIMESTAMP(6) in 1970 and
/// 2038. Without a key InnoDB orders rows by a hidden number of 6 bytes, in the order in which they came.
/// </remarks>
internal sealed class MySqlTable
{
    private readonly string _columns;

    /// <summary>Makes the statements.</summary>
    /// <param name="endpoint">The database's and the table's names, and whether there is a key.</param>
    /// <param name="table">The shape of the records; a mix of operations needs the key too.</param>
    public MySqlTable(MySqlEndpoint endpoint, TrialTable table)
    {
        Schema = table.Schema;
        Database = endpoint.Database;
        File = endpoint.Table;
        Name = $"`{endpoint.Database}`.`{endpoint.Table}`";
        HasKey = endpoint.HasKey || table.IsKeyed;
        _columns = "source, sequence, `timestamp`, quality, " + string.Join(", ", Schema.Values.Select(v => $"`{v.Name}`"));
        Types = [MySqlType.Int32, MySqlType.Int64, MySqlType.Int64, MySqlType.UInt32, .. Schema.Values
            .Select(_ => MySqlType.Double)];
        Create = $"CREATE TABLE {Name} (source INT NOT NULL, sequence BIGINT NOT NULL, `timestamp` BIGINT NOT NULL, quality "
            + $"INT UNSIGNED NOT NULL, "
            + string.Join(", ", Schema.Values.Select(v => $"`{v.Name}` DOUBLE"))
            + (HasKey ? ", PRIMARY KEY (source, sequence)" : string.Empty) + ") ENGINE = InnoDB";
    }

    public RecordSchema Schema { get; }

    public string Database { get; }

    /// <summary>The table's own name, and its file's.</summary>
    public string File { get; }

    /// <summary>Database and table, quoted.</summary>
    public string Name { get; }

    public bool HasKey { get; }

    /// <summary>The types of a row's columns.</summary>
    public IReadOnlyList<MySqlType> Types { get; }

    public string Create { get; }

    public string Drop => $"DROP TABLE IF EXISTS {Name}";

    /// <summary>Stores a batch from what stands for a file: fields end with a tab, rows with a line feed, \N is NULL.</summary>
    public string Load => $"LOAD DATA LOCAL INFILE 'batch' INTO TABLE {Name} CHARACTER SET binary";

    /// <summary>What stands before the rows of an INSERT.</summary>
    public string Insert => $"INSERT INTO {Name} VALUES ";

    /// <summary>A row of parameters.</summary>
    public string Parameters => $"({string.Join(',', Types.Select(_ => '?'))})";

    /// <summary>Reads everything, in the table's order.</summary>
    public string ReadAll => $"SELECT {_columns} FROM {Name}";

    /// <summary>Reads the rows of a share of the sources, in the table's order.</summary>
    public string Read(SourceShare share) => share.IsAll ? ReadAll : $"{ReadAll} WHERE {share.Condition("source")}";

    /// <summary>Reads a range of records: source, first sequence, the one after the last.</summary>
    public string Scan => $"{ReadAll} WHERE source = ? AND sequence >= ? AND sequence < ?";

    /// <summary>Sets a record: quality, values, source, sequence.</summary>
    public string Update =>
        $"UPDATE {Name} SET quality = ?, {string.Join(", ", Schema.Values.Select(v => $"`{v.Name}` = ?"))} WHERE source = ? "
        + $"AND sequence = ?";

    /// <summary>Deletes a record: source, sequence.</summary>
    public string Delete => $"DELETE FROM {Name} WHERE source = ? AND sequence = ?";
}
