using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Composes the SQL statements for the table of a trial in the dialect of its database. <see cref="AdoTarget"/> creates it once
/// per trial and shares it with its writers. Immutable. It runs no statement.
/// </summary>
/// <remarks>
/// Quality is stored as the signed number with the same 32 bits, and a timestamp as microseconds, because every database has
/// these types.
/// </remarks>
internal sealed class AdoTable
{
    /// <summary>Number of columns before the values: source, sequence, timestamp, quality.</summary>
    public const int FixedColumns = 4;

    private readonly Dialect _dialect;
    private readonly string _name;
    private readonly string _columns;

    public AdoTable(Dialect dialect, AdoEndpoint endpoint, TrialTable table)
    {
        _dialect = dialect;
        _name = endpoint.Table;
        Schema = table.Schema;
        HasKey = endpoint.HasKey || table.IsKeyed;
        string[] names = ["source", "sequence", "timestamp", "quality", .. Schema.Values.Select(v => v.Name)];
        _columns = string.Join(", ", names.Select(dialect.Quote));
        string notNull = " " + dialect["not_null"];
        string missing = dialect["null"]!.Length > 0 ? " " + dialect["null"] : string.Empty;
        string[] types =
        [
            dialect["int32"] + notNull, dialect["int64"] + notNull, dialect["int64"] + notNull, dialect["int32"] + notNull,
                .. Schema.Values.Select(_ => dialect["double"] + missing),
        ];
        Create = Statement("create")!.Replace("{columns}",
            string.Join(", ", names.Zip(types, (n, t) => $"{dialect.Quote(n)} {t}")), StringComparison.Ordinal);
    }

    public RecordSchema Schema { get; }

    /// <summary>True if the endpoint asks for a key, or a mix needs it.</summary>
    public bool HasKey { get; }

    public int Columns => FixedColumns + Schema.ValueCount;

    /// <summary>The quoted name of the table, which bulk copy uses too.</summary>
    public string Name => _dialect.Quote(_name);

    public string Create { get; }

    public string ReadAll => $"SELECT {_columns} FROM {Name}";

    /// <summary>
    /// The FROM and WHERE clause for a range. Parameters: source, first sequence number, the one after the last.
    /// </summary>
    public string InRange =>
        $"FROM {Name} WHERE {_dialect.Quote("source")} = {_dialect.Parameter(0)} AND {_dialect.Quote("sequence")} >= "
        + $"{_dialect.Parameter(1)} AND {_dialect.Quote("sequence")} < {_dialect.Parameter(2)}";

    /// <summary>Reads a range of records. Parameters as for <see cref="InRange"/>.</summary>
    public string Scan => $"SELECT {_columns} {InRange}";

    /// <summary>Changes a record. Parameters: quality, values, source, sequence.</summary>
    public string Update =>
        $"UPDATE {Name} SET {string.Join(", ", Schema.Values.Select(v => v.Name).Prepend("quality")
            .Select((name, i) => $"{_dialect.Quote(name)} = {_dialect.Parameter(i)}"))} WHERE {Record(1 + Schema.ValueCount)}";

    /// <summary>
    /// Changes a record only if its stored quality is the expected one. Parameters as for <see cref="Update"/>, then the expected
    /// quality.
    /// </summary>
    public string UpdateIf =>
        $"{Update} AND {_dialect.Quote("quality")} = {_dialect.Parameter(3 + Schema.ValueCount)}";

    /// <summary>Deletes a record. Parameters: source, sequence.</summary>
    public string Delete => $"DELETE FROM {Name} WHERE {Record(0)}";

    /// <summary>Counts the different sequence numbers of a range.</summary>
    public string CountDistinct => $"SELECT COUNT(DISTINCT {_dialect.Quote("sequence")}) {InRange}";

    /// <summary>A statement of the dialect for this table. Null if the dialect has none.</summary>
    /// <param name="key">Key of the statement in the dialect.</param>
    public string? Statement(string key) => _dialect[key]?
        .Replace("{table}", Name, StringComparison.Ordinal)
        .Replace("{name}", _name, StringComparison.Ordinal)
        .Replace("{source}", _dialect.Quote("source"), StringComparison.Ordinal)
        .Replace("{sequence}", _dialect.Quote("sequence"), StringComparison.Ordinal);

    /// <summary>Stores rows, with parameters numbered from 0, row after row.</summary>
    /// <param name="rows">Number of rows.</param>
    public string Insert(int rows)
    {
        string[] all = [.. Enumerable.Range(0, rows)
            .Select(row => string.Join(", ", Enumerable.Range(row * Columns, Columns).Select(_dialect.Parameter)))];
        return $"INSERT INTO {Name} ({_columns}) " + (_dialect.IsByUnion && rows > 1
            ? string.Join(" UNION ALL ", all.Select(row => $"SELECT {row}{_dialect.RowsFrom}"))
            : "VALUES " + string.Join(", ", all.Select(row => $"({row})")));
    }

    private string Record(int first) =>
        $"{_dialect.Quote("source")} = {_dialect.Parameter(first)} AND {_dialect.Quote("sequence")} = "
        + $"{_dialect.Parameter(first + 1)}";
}
