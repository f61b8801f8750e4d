using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire.Volt;

namespace DbIngest.Targets.Volt;

/// <summary>The trial's table, which is partitioned by the source, and the procedures on it, each of one partition.</summary>
/// <remarks>
/// A quality is an INTEGER with the same bits; the one with the highest bit alone is what the database calls NULL, and comes back
/// as it went. Names of values have a prefix: the database has reserved words and no quotes for names.
/// </remarks>
internal sealed class VoltRecords
{
    private const string ValuePrefix = "v_";

    /// <summary>Source, sequence, timestamp, quality.</summary>
    private const int FixedRowBytes = 4 + 8 + 8 + 4;

    /// <summary>Makes the statements.</summary>
    /// <param name="endpoint">The table's name, and whether there is a key.</param>
    /// <param name="table">The shape of the records; a mix of operations needs the key too.</param>
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
        Head = new VoltTableHead(
            [("source", VoltType.Integer), ("sequence", VoltType.BigInt), ("recorded", VoltType.Timestamp),
                ("quality", VoltType.Integer), .. values.Select(v => (v, VoltType.Float))]);
        Create =
            $"""
            CREATE TABLE {Name} (source INTEGER NOT NULL, sequence BIGINT NOT NULL, recorded TIMESTAMP NOT NULL, quality INTEGER, {string.Join(", ", values.Select(v => v + " FLOAT"))}{(HasKey ? $", CONSTRAINT {Name}_key PRIMARY KEY (source, sequence)" : string.Empty)});
            PARTITION TABLE {Name} ON COLUMN source;
            CREATE PROCEDURE {Scan} {partitioned} AS SELECT {all} FROM {Name} {range};
            CREATE PROCEDURE {Next} {partitioned} AS SELECT sequence FROM {Name} WHERE source = ? AND sequence >= ? ORDER BY source, sequence LIMIT 1;
            CREATE PROCEDURE {Count} {partitioned} AS SELECT COUNT(*), COUNT(DISTINCT sequence) FROM {Name} {range};
            CREATE PROCEDURE {Erase} {partitioned} AS DELETE FROM {Name} {range};
            CREATE PROCEDURE {Update} {partitioned} PARAMETER {Schema.ValueCount + 1} AS UPDATE {Name} SET quality = ?, {string.Join(", ", values.Select(v => v + " = ?"))} WHERE source = ? AND sequence = ?;
            """;
        Drop = string.Concat(((string[])[Scan, Next, Count, Erase, Update]).Select(p => $"DROP PROCEDURE {p} IF EXISTS;\n"))
            + $"DROP TABLE {Name} IF EXISTS;";
    }

    public RecordSchema Schema { get; }

    public string Name { get; }

    public bool HasKey { get; }

    /// <summary>The columns of a table that is loaded.</summary>
    public VoltTableHead Head { get; }

    /// <summary>Bytes of a row on the wire, without their length.</summary>
    public int RowBytes { get; }

    /// <summary>Makes the table and its procedures.</summary>
    public string Create { get; }

    /// <summary>
    /// Drops them. To be carried out apart: a table that is dropped and made the same in one change of the catalogue keeps its
    /// rows.
    /// </summary>
    public string Drop { get; }

    /// <summary>The server's own procedure that stores one record.</summary>
    public string Insert => Name + ".insert";

    /// <summary>Reads the records of a source from one sequence to another.</summary>
    public string Scan => Name + "_scan";

    /// <summary>The least sequence of a source from one on.</summary>
    public string Next => Name + "_next";

    /// <summary>Counts what <see cref="Scan"/> reads, and the sequences in it.</summary>
    public string Count => Name + "_count";

    /// <summary>Deletes what <see cref="Scan"/> reads.</summary>
    public string Erase => Name + "_erase";

    /// <summary>Sets quality and values of a record.</summary>
    public string Update => Name + "_update";

    /// <summary>How many records each source has.</summary>
    public string Sources => $"SELECT source, COUNT(*) AS records FROM {Name} GROUP BY source";
}
