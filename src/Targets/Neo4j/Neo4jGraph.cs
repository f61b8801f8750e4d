using System.Globalization;
using System.Text;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Composes the Cypher statements that store, read, change and delete the records of a trial, and computes their keys.
/// <see cref="Neo4jTarget"/> and <c>Neo4jDriverPath</c> create it once per trial and share it with writers and the audit.
/// Immutable. It runs no statement.
/// </summary>
/// <remarks>
/// A row of parameters is a list: key, timestamp in microseconds, quality, values. A missing value is null, and its property is
/// then absent. With the key <c>id</c> one number holds the source in its upper 23 bits and the sequence in the 40 bits below.
/// With <c>pair</c> the row contains the sequence, and the source is a parameter of the statement. Deleting statements match the
/// label only, so nothing else in the database is touched.
/// </remarks>
internal sealed class Neo4jGraph
{
    private const int SequenceBits = 40;
    private const int SourceBits = 63 - SequenceBits;
    private const string Lock = "dbingest_lock";
    private const long SequenceMask = (1L << SequenceBits) - 1;

    private readonly bool _isPair;
    private readonly bool _isRelationship;
    private readonly string _pattern;
    private readonly string _label;

    /// <summary>Writes the statements.</summary>
    /// <param name="endpoint">Shape, key and label of the records.</param>
    /// <param name="table">Number of sources and records, and the values of a record.</param>
    /// <exception cref="TargetException">
    /// The sources and sequence numbers do not fit into the key, or a value has its name.
    /// </exception>
    public Neo4jGraph(Neo4jEndpoint endpoint, TrialTable table)
    {
        Schema = table.Schema;
        _isPair = endpoint.HasPairKey;
        _isRelationship = endpoint.IsRelationship;
        if (!_isPair && (table.Sources > 1 << SourceBits || table.RecordsPerSource > SequencesOfId))
        {
            throw new TargetException($"key=id holds {1 << SourceBits} sources of {SequencesOfId} records; set key=pair.");
        }

        if (Schema.Values.Any(value => KeyNames.Contains(value.Name)))
        {
            throw new TargetException("key=id stores a record's key as the property id, and a value is named id; set key=pair.");
        }

        _label = endpoint.Label;
        _pattern = _isRelationship ? $"()-[n:{_label}]->()" : $"(n:{_label})";
        string key = _isPair ? "source: $source, sequence: r[0]" : "id: r[0]";
        string[] values = [.. Schema.Values.Select((v, i) => $"`{v.Name}`: r[{i + 3}]")];
        string properties = $"{{{key}, timestamp: r[1], quality: r[2], {string.Join(", ", values)}}}";
        string ends = $"MERGE (s:{_label}Source {{source: $source}}) MERGE (d:{_label}Series {{source: $source}}) WITH s, d ";
        Create = Bytes(_isRelationship
            ? $"{ends}UNWIND $rows AS r CREATE (s)-[:{_label} {properties}]->(d) RETURN count(*)"
            : $"UNWIND $rows AS r CREATE (:{_label} {properties}) RETURN count(*)");

        // MERGE of a relationship would scan all relationships between its two ends for each row, so rows are deleted
        // and created instead.
        Erase = _isRelationship
            ? Bytes($"UNWIND $rows AS r MATCH {_pattern} WHERE "
                + $"{(_isPair ? "n.source = $source AND n.sequence = r[0]" : "n.id = r[0]")} DELETE n") : null;
        Merge = _isRelationship ? Create
            : Bytes($"UNWIND $rows AS r MERGE (n:{_label} {{{key}}}) SET {Assign("r", withTimestamp: true)} RETURN count(*)");

        string range = _isPair ? "n.source = $source AND n.sequence >= $from AND n.sequence < $to"
            : "n.id >= $from AND n.id < $to";
        string columns =
            $"{(_isPair ? "n.source, n.sequence" : "n.id")}, n.timestamp, n.quality, "
            + $"{string.Join(", ", Schema.Values.Select(v => $"n.`{v.Name}`"))}";
        ReadAll = Bytes($"MATCH {_pattern} RETURN {columns}");
        Scan = Bytes($"MATCH {_pattern} WHERE {range} RETURN {columns}");
        Count = Bytes($"MATCH {_pattern} WHERE {range} RETURN count(n)");
        Update = Bytes($"MATCH {_pattern} WHERE {range} SET {Assign("$row", withTimestamp: table.IsServed)}");

        // A condition is read under the record's lock, which the first write takes: read without it, two clients would both find
        // the old quality (Cypher manual, "Clauses, SET, acquire a lock").
        UpdateIf = Bytes($"MATCH {_pattern} WHERE {range} SET n.`{Lock}` = true REMOVE n.`{Lock}` WITH n WHERE n.quality = "
            + $"$quality SET {Assign("$row", withTimestamp: table.IsServed)} RETURN count(n)");
        Delete = Bytes($"MATCH {_pattern} WHERE {range} DELETE n RETURN count(*)");
        Contents = $"MATCH {_pattern} RETURN size(keys(n)), "
            + $"{(_isPair ? "true" : $"n.id < {1L << Neo4jRecordFormat.BitsOfBlock}")}, count(*)";
    }

    /// <summary>Sequence numbers of a source for which a key of one number has room.</summary>
    public const long SequencesOfId = 1L << SequenceBits;

    public RecordSchema Schema { get; }

    /// <summary>Label of the nodes, or type of the relationships.</summary>
    public string Label => _label;

    /// <summary>True if a record is a relationship.</summary>
    public bool IsRelationship => _isRelationship;

    /// <summary>The properties that are a record's key.</summary>
    public IReadOnlyList<string> KeyNames => _isPair ? ["source", "sequence"] : ["id"];

    /// <summary>Stores rows of which none exists. Returns their number.</summary>
    public byte[] Create { get; }

    /// <summary>Deletes the rows that exist. Null if <see cref="Merge"/> does not need it.</summary>
    public byte[]? Erase { get; }

    /// <summary>Stores rows of which some may exist, after <see cref="Erase"/>. Returns their number.</summary>
    public byte[] Merge { get; }

    /// <summary>Reads all records.</summary>
    public byte[] ReadAll { get; }

    /// <summary>Reads a range of keys.</summary>
    public byte[] Scan { get; }

    /// <summary>Counts a range of keys.</summary>
    public byte[] Count { get; }

    /// <summary>Sets quality and values of a range of keys, for a service the timestamp too.</summary>
    public byte[] Update { get; }

    /// <summary>
    /// Sets quality and values of those records of a range of keys whose stored quality is the expected one. Returns their
    /// number.
    /// </summary>
    public byte[] UpdateIf { get; }

    /// <summary>Deletes a range of keys. Returns how many there were.</summary>
    public byte[] Delete { get; }

    /// <summary>
    /// Groups records by the number of their properties and the length of their key, and counts each group, for
    /// <see cref="Blocks"/>.
    /// </summary>
    public string Contents { get; }

    /// <summary>Upper bound of a row of parameters in bytes.</summary>
    public int MaxRowBytes => 5 + (9 * (3 + Schema.ValueCount));

    /// <summary>Statements that create the constraints.</summary>
    public IReadOnlyList<string> Constraints
    {
        get
        {
            string record = _isRelationship ? $"()-[n:{_label}]-()" : $"(n:{_label})";
            string[] ends = _isRelationship ? ["Source", "Series"] : [];
            return
            [
                $"CREATE CONSTRAINT {_label}_key FOR {record} REQUIRE {(_isPair ? "(n.source, n.sequence)" : "n.id")} IS UNIQUE",
                .. ends.Select(end => $"CREATE CONSTRAINT {_label}{end}_key FOR (n:{_label}{end}) REQUIRE n.source IS UNIQUE"),
            ];
        }
    }

    /// <summary>Statements that create the constraints that are missing.</summary>
    public IEnumerable<string> MissingConstraints =>
        Constraints.Select(statement => statement.Replace(" FOR ", " IF NOT EXISTS FOR ", StringComparison.Ordinal));

    /// <summary>The number that identifies a record, begins a range, or ends one.</summary>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The source has no keys: the shift would drop bits of it, and yield the key of another source.
    /// </exception>
    public long Key(int source, long sequence)
    {
        if (_isPair)
        {
            return sequence;
        }

        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)source, 1u << SourceBits, nameof(source));
        return ((long)source << SequenceBits) + sequence;
    }

    /// <summary>
    /// Computes the property blocks (<see cref="Neo4jRecordFormat"/>) per record, and the number of such records, from a row of
    /// <see cref="Contents"/>.
    /// </summary>
    public (long Blocks, long Records) Blocks(object?[] row)
    {
        // Quality takes one block, and so do source and sequence as two properties. Timestamp and values take two each.
        int properties = _isPair ? 4 : 3;
        int blocks = _isPair ? 5 : row[1] is true ? 4 : 5;
        return (blocks + (2 * ((long)row[0]! - properties)), (long)row[2]!);
    }

    /// <summary>Reads source and sequence of a row.</summary>
    public (int Source, long Sequence) ReadKey(ref Wire.Bolt.PackStreamReader row)
    {
        long first = row.Integer(-1);
        return KeyOf(first, _isPair ? row.Integer(-1) : 0);
    }

    /// <summary>Columns of a row's key: one, or source and sequence.</summary>
    public int KeyColumns => _isPair ? 2 : 1;

    /// <summary>Source and sequence of a row. The source is -1 if the columns are no key of a trial.</summary>
    /// <param name="first">The first column of the key.</param>
    /// <param name="second">The second column. Ignored if the key has one column.</param>
    public (int Source, long Sequence) KeyOf(long first, long second) =>
        _isPair ? (first is >= 0 and <= int.MaxValue ? (int)first : -1, second)
            : first < 0 ? (-1, -1)
            : ((int)(first >> SequenceBits), first & SequenceMask);

    /// <summary>Statements that drop the constraints of a label, of any shape and key.</summary>
    public static IReadOnlyList<string> DropConstraints(string label) =>
        [.. ((string[])["", "Source", "Series"]).Select(end => $"DROP CONSTRAINT {label}{end}_key IF EXISTS")];

    /// <summary>
    /// Statements that each delete up to a number of objects with a label and return how many. The caller repeats each until it
    /// returns 0.
    /// </summary>
    public static IReadOnlyList<string> DeleteSome(string label, int count) =>
    [
        string.Create(CultureInfo.InvariantCulture, $"MATCH ()-[n:{label}]->() WITH n LIMIT {count} DELETE n RETURN count(*)"),
        .. ((string[])["", "Source", "Series"])
            .Select(end => string.Create(CultureInfo.InvariantCulture,
            $"MATCH (n:{label}{end}) WITH n LIMIT {count} DETACH DELETE n RETURN count(*)")),
    ];

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private string Assign(string row, bool withTimestamp) =>
        $"{(withTimestamp ? $"n.timestamp = {row}[1], " : string.Empty)}n.quality = {row}[2], "
        + $"{string.Join(", ", Schema.Values.Select((v, i) => $"n.`{v.Name}` = {row}[{i + 3}]"))}";
}
