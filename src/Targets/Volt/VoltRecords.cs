using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>
/// The table of a trial, partitioned by source, and its stored procedures, each of which runs in one partition.
/// <see cref="VoltTarget"/> makes one per trial and shares it with its writers and the audit. Immutable. It only writes
/// statements and runs none.
/// </summary>
/// <remarks>
/// Quality is an INTEGER with the same 32 bits. The one with only the highest bit set is VoltDB's NULL, and returns unchanged.
/// Names of values have a prefix, because the database has reserved words and no quotes for names.
/// </remarks>
internal sealed class VoltRecords
{
    private const string ValuePrefix = "v_";

    /// <summary>Bytes of source, sequence, timestamp and quality.</summary>
    private const int FixedRowBytes = 4 + 8 + 8 + 4;

    /// <summary>Writes the statements.</summary>
    /// <param name="endpoint">Name of the table, and whether it has a key.</param>
    /// <param name="table">The values of a record, and whether a mix needs the key.</param>
    public VoltRecords(VoltEndpoint endpoint, TrialTable table)
    {
        Schema = table.Schema;
        Name = endpoint.Table;
        HasKey = endpoint.HasKey || table.IsKeyed;
        RowBytes = FixedRowBytes + (sizeof(double) * Schema.ValueCount);
        string[] values = [.. Schema.Values.Select(v => ValuePrefix + v.Name)];
        string all = $"source, sequence, recorded, quality, {string.Join(", ", values)}";
        string range = "WHERE source = ? AND sequence BETWEEN ? AND ?";
        string partitioned = $"PARTITION ON TABLE {Name} COLUMN source";

        // Without the key's order all rows would be sorted, in temporary tables that the server limits to 100 MB by default.
        string least = HasKey
            ? $"SELECT sequence FROM {Name} WHERE source = ? AND sequence >= ? ORDER BY source, sequence LIMIT 1"
            : $"SELECT MIN(sequence) FROM {Name} WHERE source = ? AND sequence >= ?";
        Head = new VoltTableHead(
            [("source", VoltType.Integer), ("sequence", VoltType.BigInt), ("recorded", VoltType.Timestamp),
                ("quality", VoltType.Integer), .. values.Select(v => (v, VoltType.Float))]);
        Create =
            $"""
            CREATE TABLE {Name} (source INTEGER NOT NULL, sequence BIGINT NOT NULL, recorded TIMESTAMP NOT NULL, quality INTEGER, {string.Join(", ", values.Select(v => v + " FLOAT"))}{(HasKey ? $", CONSTRAINT {Name}_key PRIMARY KEY (source, sequence)" : string.Empty)});
            PARTITION TABLE {Name} ON COLUMN source;
            CREATE PROCEDURE {Scan} {partitioned} AS SELECT {all} FROM {Name} {range};
            CREATE PROCEDURE {Next} {partitioned} AS {least};
            CREATE PROCEDURE {Count} {partitioned} AS SELECT COUNT(*), COUNT(DISTINCT sequence) FROM {Name} {range};
            CREATE PROCEDURE {Erase} {partitioned} AS DELETE FROM {Name} {range};
            CREATE PROCEDURE {Update} {partitioned} PARAMETER {Schema.ValueCount + 1} AS UPDATE {Name} SET quality = ?, {string.Join(", ", values.Select(v => v + " = ?"))} WHERE source = ? AND sequence = ?;
            CREATE PROCEDURE {UpdateIf} {partitioned} PARAMETER {Schema.ValueCount + 1} AS UPDATE {Name} SET quality = ?, {string.Join(", ", values.Select(v => v + " = ?"))} WHERE source = ? AND sequence = ? AND quality IS NOT DISTINCT FROM ?;
            """;
        Drop = string.Concat(((string[])[Scan, Next, Count, Erase, Update, UpdateIf])
            .Select(name => $"DROP PROCEDURE {name} IF EXISTS;\n"))
            + $"DROP TABLE {Name} IF EXISTS;";
    }

    public RecordSchema Schema { get; }

    public string Name { get; }

    public bool HasKey { get; }

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

    /// <summary>The server's built-in procedure that stores one record.</summary>
    public string Insert => Name + ".insert";

    /// <summary>Reads the records of a source within a range of sequence numbers.</summary>
    public string Scan => Name + "_scan";

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

    /// <summary>Counts the records of each source.</summary>
    public string Sources => $"SELECT source, COUNT(*) AS records FROM {Name} GROUP BY source";
}
