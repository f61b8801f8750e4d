using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Ledgers;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.MySql;

/// <summary>
/// Builds the SQL statements on the table of a trial. <see cref="MySqlTarget"/> and <c>MySqlDriverPath</c> make one per trial
/// each, and writers and audit share them. Immutable. It runs no statement, and every statement names this one table.
/// </summary>
/// <remarks>
/// A timestamp is a BIGINT of microseconds: DATETIME(6) is as long and covers the years 1000 to 9999, TIMESTAMP(6) 1970 to 2038.
/// Without a key InnoDB orders rows by a hidden number of 6 bytes, in the order of insertion.
/// </remarks>
internal sealed class MySqlTable
{
    /// <summary>Name of the table where the endpoint names none.</summary>
    public const string DefaultName = "records";

    private readonly string _columns;
    private readonly string _into;

    /// <summary>Writes the statements.</summary>
    /// <param name="endpoint">Names of database and table, and whether the table has a key.</param>
    /// <param name="table">The values of a record, and whether a mix needs the key.</param>
    public MySqlTable(MySqlEndpoint endpoint, TrialTable table)
    {
        Schema = table.Schema;
        Database = endpoint.Database;
        UnqualifiedName = endpoint.Table;
        Name = $"`{endpoint.Database}`.`{endpoint.Table}`";
        Ledger = LedgerTable.MySql(Database,
            UnqualifiedName == DefaultName ? LedgerTable.DefaultName : UnqualifiedName + "_requests");
        HasLedger = table.HasLedger;
        IsServed = table.IsServed;
        HasKey = table.IsKeyed ? table.IsIndexed : endpoint.HasKey;
        // A whole number plus a double is a double in every version.
        _columns = "source, sequence, `timestamp`, quality, " + string.Join(", ", Schema.Measured.Select(v => $"`{v.Name}`"))
            + (Schema.HasSeries ? $", {RecordSchema.SeriesName} + 0e0" : string.Empty);
        _into = table.GetsValues ? $" ({_columns})" : string.Empty;
        NamedColumns = table.GetsValues
            ? ["source", "sequence", "timestamp", "quality", .. Schema.Values.Select(v => v.Name)] : [];
        Types = [MySqlType.Int32, MySqlType.Int64, MySqlType.Int64, MySqlType.UInt32, .. Schema.Values
            .Select(_ => MySqlType.Double)];
        Create = $"CREATE TABLE {Name} (source INT NOT NULL, sequence BIGINT NOT NULL, `timestamp` BIGINT NOT NULL, quality "
            + $"INT UNSIGNED NOT NULL, "
            + string.Join(", ", Schema.Measured.Select(v => $"`{v.Name}` DOUBLE"))
            + (Schema.HasSeries ? $", {RecordSchema.SeriesName} INT NOT NULL, KEY series_of_source (source, "
                + $"{RecordSchema.SeriesName}, `timestamp`)" : string.Empty)
            + (HasKey ? ", PRIMARY KEY (source, sequence)" : string.Empty)
            + (table.HasTimeIndex ? ", KEY time_of_source (source, `timestamp`)" : string.Empty) + ") ENGINE = InnoDB";
    }

    public RecordSchema Schema { get; }

    /// <summary>
    /// The columns of a row, which a client must name because the table may get others while it is written. Empty if no value is
    /// added.
    /// </summary>
    public IReadOnlyList<string> NamedColumns { get; }

    public string Database { get; }

    /// <summary>Name of the table without its database. The file of its rows has this name and the ending .ibd.</summary>
    public string UnqualifiedName { get; }

    /// <summary>Database and table, quoted.</summary>
    public string Name { get; }

    /// <summary>True if (source, sequence) is the primary key, for a mix, a service or an endpoint that asks for a key.</summary>
    public bool HasKey { get; }

    /// <summary>The ledger of a service, beside the table.</summary>
    public LedgerTable Ledger { get; }

    /// <summary>True if a service keeps the ledger. Only then <see cref="Ledger"/> exists in the database.</summary>
    public bool HasLedger { get; }

    /// <summary>
    /// True for the table of a service, whose clients may send records that are stored already. A load of such a batch, of which
    /// the server stores the other records, must not be committed.
    /// </summary>
    public bool IsServed { get; }

    /// <summary>Types of the columns.</summary>
    public IReadOnlyList<MySqlType> Types { get; }

    public string Create { get; }

    public string Drop => $"DROP TABLE IF EXISTS {Name}";

    /// <summary>Stores a batch from the simulated file: tabs separate fields, line feeds end rows, \N is NULL.</summary>
    public string Load => $"LOAD DATA LOCAL INFILE 'batch' INTO TABLE {Name} CHARACTER SET binary{_into}";

    /// <summary>The text before the rows of an INSERT.</summary>
    public string Insert => $"INSERT INTO {Name}{_into} VALUES ";

    /// <summary>Adds columns. The server refuses it if the table has one of them.</summary>
    /// <param name="added">The values of the columns.</param>
    public string Add(IEnumerable<ValueColumn> added) =>
        $"ALTER TABLE {Name} " + string.Join(", ", added.Select(v => $"ADD COLUMN `{v.Name}` DOUBLE"));

    /// <summary>The placeholders of one row.</summary>
    public string Parameters => $"({string.Join(',', Types.Select(_ => '?'))})";

    /// <summary>Reads all rows in the order of the table.</summary>
    public string ReadAll => $"SELECT {_columns} FROM {Name}";

    /// <summary>Reads the rows of a share of the sources in the order of the table.</summary>
    public string Read(SourceShare share) => share.IsAll ? ReadAll : $"{ReadAll} WHERE {share.Condition("source")}";

    /// <summary>Reads a range of records. Parameters: source, first sequence number, sequence number after the last.</summary>
    public string Scan => $"{ReadAll} WHERE source = ? AND sequence >= ? AND sequence < ?";

    /// <summary>Finds the records of a source at an instant. Parameters: source, timestamp.</summary>
    public string Find => $"{ReadAll} WHERE source = ? AND `timestamp` = ?";

    /// <summary>Changes a record. Parameters: quality, values, source, sequence.</summary>
    public string Update =>
        $"UPDATE {Name} SET quality = ?, {string.Join(", ", Schema.Values.Select(v => $"`{v.Name}` = ?"))} WHERE source = ? "
        + $"AND sequence = ?";

    /// <summary>
    /// Changes a record if it has a certain quality. Parameters: as for <see cref="Update"/>, then the quality that it must have.
    /// </summary>
    public string UpdateIf => Update + " AND quality = ?";

    /// <summary>Deletes a record. Parameters: source, sequence.</summary>
    public string Delete => $"DELETE FROM {Name} WHERE source = ? AND sequence = ?";
}
