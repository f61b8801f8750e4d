using System.Globalization;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ledgers;

/// <summary>
/// Writes the SQL statements, in one dialect, on the ledger of a service: the table of stored requests, by which the service
/// recognises a request that is sent again. Writers run them for a service, within the transaction of a batch, and targets create
/// the table when the service starts. Only <see cref="Prove"/> runs statements itself. Values are numbers and hexadecimal digits,
/// so none is escaped. Stored names must not change: a running service finds its old requests by them.
/// </summary>
internal sealed class LedgerTable
{
    /// <summary>Name of the table, beside a table of records of the default name.</summary>
    public const string DefaultName = "dbingest_requests";

    private const string Columns = "request, content, stored_at, source, first_sequence, records";

    private readonly string _name;
    private readonly string _now;
    private readonly string _insert;
    private readonly string _conflict;
    private readonly string _forget;

    private LedgerTable(string name, string now, string insert, string conflict, string forget) =>
        (_name, _now, _insert, _conflict, _forget) = (name, now, insert, conflict, forget);

    /// <summary>The table of an SQLite file.</summary>
    public static LedgerTable Sqlite { get; } = new("main." + DefaultName, "unixepoch()", "INSERT OR IGNORE INTO", string.Empty,
        "DELETE FROM {0} WHERE request IN (SELECT request FROM {0} WHERE stored_at < {1} LIMIT {2})")
    {
        Create =
        [
            $"CREATE TABLE IF NOT EXISTS main.{DefaultName} (request TEXT NOT NULL PRIMARY KEY, {TypesOf("TEXT")}) WITHOUT ROWID",
            $"CREATE INDEX IF NOT EXISTS main.{DefaultName}_age ON {DefaultName} (stored_at)",
        ],
    };

    /// <summary>The table of a PostgreSQL database, in the first schema of the search_path.</summary>
    public static LedgerTable Postgres { get; } = new(DefaultName, "extract(epoch FROM clock_timestamp())::int8", "INSERT INTO",
        " ON CONFLICT (request) DO NOTHING RETURNING records",
        "DELETE FROM {0} WHERE request IN (SELECT request FROM {0} WHERE stored_at < {1} LIMIT {2}) RETURNING records")
    {
        Create =
        [
            $"CREATE TABLE {DefaultName} (request text PRIMARY KEY, {TypesOf("text")})",
            $"CREATE INDEX {DefaultName}_age ON {DefaultName} (stored_at)",
        ],
    };

    /// <summary>Name of the table, without its database.</summary>
    public string Name { get; private init; } = DefaultName;

    /// <summary>Statements that create the table, in this order.</summary>
    public required IReadOnlyList<string> Create { get; init; }

    /// <summary>The ledger beside a table of MySQL or MariaDB.</summary>
    /// <param name="database">The database.</param>
    /// <param name="table">The ledger's name.</param>
    public static LedgerTable MySql(string database, string table) => new($"`{database}`.`{table}`", "UNIX_TIMESTAMP()",
        "INSERT IGNORE INTO", string.Empty, "DELETE FROM {0} WHERE stored_at < {1} ORDER BY stored_at LIMIT {2}")
    {
        Name = table,
        Create =
        [
            $"CREATE TABLE IF NOT EXISTS `{database}`.`{table}` (request CHAR(64) CHARACTER SET ascii NOT NULL PRIMARY KEY, "
                + $"{TypesOf("CHAR(64) CHARACTER SET ascii")}, KEY {DefaultName}_age (stored_at)) ENGINE = InnoDB",
        ],
    };

    /// <summary>Adds a row unless its key exists. <see cref="Postgres"/> returns one row if the row was added.</summary>
    public string Insert(LedgerRow request) => string.Create(CultureInfo.InvariantCulture,
        $"{_insert} {_name} ({Columns}) VALUES ('{request.Key}', '{request.Content}', {_now}, {request.Source}, "
        + $"{request.FirstSequence}, {request.Records}){_conflict}");

    /// <summary>Reads the content of the request with the same key.</summary>
    public string Find(LedgerRow request) => $"SELECT content FROM {_name} WHERE request = '{request.Key}'";

    /// <summary>Removes rows of old requests. <see cref="Postgres"/> returns one row for each.</summary>
    /// <param name="age">Age from which a request is old, rounded down to seconds.</param>
    /// <param name="most">Most rows to remove.</param>
    public string Forget(TimeSpan age, int most) => string.Format(CultureInfo.InvariantCulture, _forget, _name,
        string.Create(CultureInfo.InvariantCulture, $"{_now} - {(long)age.TotalSeconds}"), most);

    /// <summary>
    /// Proves that the table keeps one row per key: adds a row with a random key twice and removes it. A table that another
    /// program created may have other columns or no key.
    /// </summary>
    /// <param name="insert">Runs an <see cref="Insert"/>, and tells whether it added a row.</param>
    /// <param name="execute">Runs another statement.</param>
    /// <exception cref="TargetException">The table has no key.</exception>
    public void Prove(Func<string, bool> insert, Action<string> execute)
    {
        byte[] digest = RandomNumberGenerator.GetBytes(32);
        var row = new LedgerRow(digest, digest, 0, 0, 0);
        bool isKeyed = insert(Insert(row)) && !insert(Insert(row));
        execute($"DELETE FROM {_name} WHERE request = '{row.Key}'");
        if (!isKeyed)
        {
            throw new TargetException(
                $"The table {_name} has no unique key on request; serve changes no table: drop it, and the service creates it anew.");
        }
    }

    private static string TypesOf(string digest) =>
        $"content {digest} NOT NULL, stored_at BIGINT NOT NULL, source INT NOT NULL, first_sequence BIGINT NOT NULL, "
        + "records INT NOT NULL";
}
