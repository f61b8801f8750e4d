using System.Text;
using DbIngest.Sources.Input;
using SQLitePCL;

namespace DbIngest.Sources.DeviceDatabase;

/// <summary>A device's database, an SQLite file, opened for reading only. What it holds is not trusted.</summary>
internal sealed class DeviceFile : IDisposable
{
    private const int MaxValueBytes = 1 << 20;
    private const int MaxColumns = 2_000;

    private readonly string? _temporary;
    private readonly sqlite3 _database;

    private DeviceFile(string name, string path, string? temporary)
    {
        Name = name;
        _temporary = temporary;

        // Without a write-ahead log beside it nothing can change the file, and no lock or index file needs to be made beside it.
        bool immutable = !File.Exists(path + "-wal") || new FileInfo(path + "-wal").Length == 0;
        string address = new Uri(Path.GetFullPath(path)).AbsoluteUri.Replace("?", "%3f", StringComparison.Ordinal) + (immutable ? "?immutable=1" : "");
        Batteries_V2.Init();
        int code = raw.sqlite3_open_v2(address, out _database, raw.SQLITE_OPEN_READONLY | raw.SQLITE_OPEN_URI, null);
        if (code != raw.SQLITE_OK)
        {
            var refusal = Fault(code);
            Dispose();
            throw refusal;
        }

        raw.sqlite3_limit(_database, raw.SQLITE_LIMIT_LENGTH, MaxValueBytes);
        raw.sqlite3_limit(_database, raw.SQLITE_LIMIT_COLUMN, MaxColumns);
        Execute("PRAGMA trusted_schema = OFF");
        Execute("PRAGMA cell_size_check = ON");
    }

    /// <summary>The file's name, for messages.</summary>
    public string Name { get; }

    /// <summary>Opens the database. One inside a zip or gzip file is first copied to a temporary file.</summary>
    /// <exception cref="InputException">It cannot be opened.</exception>
    public static DeviceFile Open(InputFile file)
    {
        if (!file.IsCompressed)
        {
            return new DeviceFile(file.Name, file.FullPath, temporary: null);
        }

        string path = Path.Combine(Path.GetTempPath(), $"dbingest-input-{Guid.NewGuid():n}.tmp");
        try
        {
            using (var content = file.OpenContent())
            using (var copy = File.Create(path))
            {
                content.CopyTo(copy);
            }

            return new DeviceFile(file.Name, path, path);
        }
        catch (Exception e)
        {
            File.Delete(path);
            throw e is IOException or UnauthorizedAccessException ? new InputException($"{file.Name}: no temporary copy can be made: {e.Message}", e) : e;
        }
    }

    /// <summary>Prepares a query.</summary>
    /// <exception cref="InputException">The database is damaged.</exception>
    public DeviceQuery Query(string sql)
    {
        int code = raw.sqlite3_prepare_v2(_database, sql, out var statement);
        return code == raw.SQLITE_OK ? new DeviceQuery(this, statement) : throw Fault(code);
    }

    /// <summary>The error that a result code of SQLite means.</summary>
    public InputException Fault(int code) => Refusal.At(Name, 0, (code & 0xff) switch
    {
        raw.SQLITE_CORRUPT or raw.SQLITE_NOTADB => $"the database is damaged ({raw.sqlite3_errmsg(_database).utf8_to_string()})",
        raw.SQLITE_TOOBIG => FormattableString.Invariant($"a value is longer than {MaxValueBytes} bytes"),
        _ => $"SQLite says: {raw.sqlite3_errmsg(_database).utf8_to_string()}",
    });

    /// <inheritdoc/>
    public void Dispose()
    {
        _database?.Dispose();
        if (_temporary is not null)
        {
            File.Delete(_temporary);
        }
    }

    /// <summary>A name as an SQL identifier.</summary>
    public static string Quoted(string name) => new StringBuilder("\"").Append(name.Replace("\"", "\"\"", StringComparison.Ordinal)).Append('"').ToString();

    private void Execute(string sql)
    {
        using var query = Query(sql);
        query.Step();
    }
}
