using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// The table of a trial, partitioned by source, and its stored procedures, each of which runs in one partition.
/// <see cref="VoltTarget"/> makes one per trial, and another when <c>--add-values</c> widens the table. It shares them with its
/// writers and the audit. Immutable. It only writes statements and runs none.
/// </summary>
/// <remarks>
/// Quality is an INTEGER with the same 32 bits. The one with only the highest bit set is VoltDB's NULL, and returns unchanged.
/// Names of values have a prefix, because the database has reserved words and no quotes for names. Writers and
/// readers from before an addition of values go on with the procedures that they know. So other procedures, whose names end in
/// _all, write and read the added values.
/// </remarks>
internal sealed class VoltTrialTable
{
    private const string ValuePrefix = "v_";
    private const string ScanSuffix = "_scan";
    private const string PutSuffix = "_put";
    private const string WholeSuffix = "_all";

    /// <summary>Bytes of source, sequence, timestamp and quality.</summary>
    private const int FixedRowBytes = 4 + 8 + 8 + 4;

    private readonly (string Name, VoltType Type)[] _columns;
    private readonly string _createScan;
    private readonly string? _createPut;

    /// <summary>Writes the statements.</summary>
    /// <param name="endpoint">Name of the table, and whether it has a key.</param>
    /// <param name="table">The values of a record, whether a mix needs the key, and whether values are added.</param>
    public VoltTrialTable(VoltEndpoint endpoint, TrialTable table)
    {
        Schema = table.Schema;
        Name = endpoint.Table;
        HasKey = endpoint.HasKey || table.IsKeyed;
        AwaitsValues = table.GetsValues && Schema.AddedCount == 0;
        string whole = Schema.AddedCount > 0 ? WholeSuffix : string.Empty;
        Scan = Name + ScanSuffix + whole;
        Insert = table.GetsValues ? Name + PutSuffix + whole : Name + ".insert";
        RowBytes = FixedRowBytes + (sizeof(double) * Schema.ValueCount);
        string[] values = [.. Schema.Values.Select(v => ValuePrefix + v.Name)];
        string all = $"source, sequence, recorded, quality, {string.Join(", ", values)}";
        string range = "WHERE source = ? AND sequence BETWEEN ? AND ?";
        string partitioned = $"PARTITION ON TABLE {Name} COLUMN source";

        // Without the key's order all rows would be sorted, in temporary tables that the server limits to 100 MB by default.
        string least = HasKey
            ? $"SELECT sequence FROM {Name} WHERE source = ? AND sequence >= ? ORDER BY source, sequence LIMIT 1"
            : $"SELECT MIN(sequence) FROM {Name} WHERE source = ? AND sequence >= ?";
        _columns =
            [("source", VoltType.Integer), ("sequence", VoltType.BigInt), ("recorded", VoltType.Timestamp),
                ("quality", VoltType.Integer), .. values.Select(v => (v, VoltType.Float))];
        Head = new VoltTableHead(_columns);
        _createScan = $"CREATE PROCEDURE {Scan} {partitioned} AS SELECT {all} FROM {Name} {range};";
        _createPut = table.GetsValues
            ? $"\nCREATE PROCEDURE {Insert} {partitioned} AS INSERT INTO {Name} ({all}) VALUES "
                + $"({string.Join(", ", _columns.Select(_ => "?"))});"
            : null;
        Create =
            $"""
            CREATE TABLE {Name} (source INTEGER NOT NULL, sequence BIGINT NOT NULL, recorded TIMESTAMP NOT NULL, quality INTEGER, {string.Join(", ", values.Select(v => v + " FLOAT"))}{(HasKey ? $", CONSTRAINT {Name}_key PRIMARY KEY (source, sequence)" : string.Empty)});
            PARTITION TABLE {Name} ON COLUMN source;
            {_createScan}
            CREATE PROCEDURE {Next} {partitioned} AS {least};
            CREATE PROCEDURE {Count} {partitioned} AS SELECT COUNT(*), COUNT(DISTINCT sequence) FROM {Name} {range};
            CREATE PROCEDURE {Erase} {partitioned} AS DELETE FROM {Name} {range};
            CREATE PROCEDURE {Update} {partitioned} PARAMETER {Schema.ValueCount + 1} AS UPDATE {Name} SET quality = ?, {string.Join(", ", values.Select(v => v + " = ?"))} WHERE source = ? AND sequence = ?;
            CREATE PROCEDURE {UpdateIf} {partitioned} PARAMETER {Schema.ValueCount + 1} AS UPDATE {Name} SET quality = ?, {string.Join(", ", values.Select(v => v + " = ?"))} WHERE source = ? AND sequence = ? AND quality IS NOT DISTINCT FROM ?;{_createPut}
            """;

        // Also what an earlier trial, of whatever values, has left: a table goes only after the procedures that name it.
        string[] procedures = [Name + ScanSuffix, Next, Count, Erase, Update, UpdateIf, Name + ScanSuffix + WholeSuffix,
            Name + PutSuffix, Name + PutSuffix + WholeSuffix];
        Drop = string.Concat(procedures.Select(name => $"DROP PROCEDURE {name} IF EXISTS;\n")) + $"DROP TABLE {Name} IF EXISTS;";
    }

    public RecordSchema Schema { get; }

    public string Name { get; }

    public bool HasKey { get; }

    /// <summary>
    /// True if the table gets more values while writers of this shape write (<c>--add-values</c>). What they send may arrive
    /// after the addition.
    /// </summary>
    public bool AwaitsValues { get; }

    /// <summary>Columns of a table that is sent as a parameter.</summary>
    public VoltTableHead Head { get; }

    /// <summary>Bytes of a row on the wire, without its length prefix.</summary>
    public int RowBytes { get; }

    /// <summary>Creates the table and its procedures.</summary>
    public string Create { get; }

    /// <summary>
    /// Drops the table and its procedures. Run it as a separate change: a table that one change drops and creates again keeps its
    /// rows.
    /// </summary>
    public string Drop { get; }

    /// <summary>
    /// Stores one record: the server's built-in procedure. If the trial adds values to the table, a procedure that names its
    /// columns, as the parameters of the built-in one are always all columns that the table has by then.
    /// </summary>
    public string Insert { get; }

    /// <summary>Reads the records of a source within a range of sequence numbers.</summary>
    public string Scan { get; }

    /// <summary>
    /// Finds the least sequence number of a source at or above a given one. Returns no row, or NULL, if there is none.
    /// </summary>
    public string Next => Name + "_next";

    /// <summary>Counts the rows of a range as in <see cref="Scan"/>, and the different sequence numbers among them.</summary>
    public string Count => Name + "_count";

    /// <summary>Deletes a range as in <see cref="Scan"/>.</summary>
    public string Erase => Name + "_erase";

    /// <summary>Sets quality and values of a record.</summary>
    public string Update => Name + "_update";

    /// <summary>Sets quality and values of a record if it has a certain quality.</summary>
    public string UpdateIf => Name + "_update_if";

    /// <summary>
    /// Adds columns, and the procedures that write and read them, in one change, so that a table with the columns has the
    /// procedures. The server refuses it if the table has one of the columns.
    /// </summary>
    /// <param name="added">The values of the columns, which are the last ones of this table.</param>
    public string Add(IEnumerable<ValueColumn> added) =>
        string.Concat(added.Select(value => $"ALTER TABLE {Name} ADD COLUMN {ValuePrefix}{value.Name} FLOAT;\n"))
        + _createScan + _createPut;

    /// <summary>True if all columns of this table are among some columns.</summary>
    /// <param name="columns">Names of the columns, compared without regard to case.</param>
    public bool IsWithin(HashSet<string> columns) => _columns.All(column => columns.Contains(column.Name));

    /// <summary>The columns of a wider table as a parameter: those of <see cref="Head"/>, followed by the others.</summary>
    /// <param name="others">Names of the others.</param>
    public VoltTableHead HeadWith(IEnumerable<string> others) =>
        new([.. _columns, .. others.Select(name => (name, VoltType.Float))]);

    /// <summary>Those of some columns that this table lacks.</summary>
    /// <param name="columns">Names of the columns, in any case.</param>
    public IReadOnlyList<string> Lacking(IEnumerable<string> columns) =>
        [.. columns.Except(_columns.Select(column => column.Name), StringComparer.OrdinalIgnoreCase)];

    /// <summary>Counts the records of each source.</summary>
    public string Sources => $"SELECT source, COUNT(*) AS records FROM {Name} GROUP BY source";
}
