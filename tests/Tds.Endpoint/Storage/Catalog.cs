using System.Collections.Concurrent;

namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>The databases of an endpoint and their tables.</summary>
public sealed class Catalog
{
    private readonly ConcurrentDictionary<string, ConcurrentDictionary<string, Table>> _databases =
        new(StringComparer.OrdinalIgnoreCase);
    private readonly ConcurrentDictionary<string, DatabaseSettings> _settings = new(StringComparer.OrdinalIgnoreCase);

    public Catalog()
    {
        Create("master");
        Create("model");
        Create("tempdb");
    }

    /// <summary>Locks that sessions hold.</summary>
    internal SessionLocks Locks { get; } = new();

    public IEnumerable<string> Databases => _databases.Keys;

    public bool Has(string database) => _databases.ContainsKey(database);

    public void Create(string database)
    {
        if (!_databases.TryAdd(database, new ConcurrentDictionary<string, Table>(StringComparer.OrdinalIgnoreCase)))
        {
            throw new ServerErrorException(1801, $"Database '{database}' already exists. Choose a different database name.");
        }

        Settings(database).Files.UnionWith([database, database + "_log"]);
    }

    /// <summary>What a database is set to.</summary>
    public DatabaseSettings Settings(string database) => _settings.GetOrAdd(database, _ => new DatabaseSettings());

    /// <summary>Bytes of the rows of a database, as they would be in pages.</summary>
    public long BytesOf(string database) => _databases.TryGetValue(database, out var tables)
        ? tables.Values.Sum(t => t.Count * (9 + t.Columns.Sum(c => Math.Min(c.Type.Size, 100)))) : 0;

    public void Drop(string database)
    {
        if (!_databases.TryRemove(database, out _))
        {
            throw new ServerErrorException(3701,
                $"Cannot drop the database '{database}', because it does not exist or you do not have permission.", 11);
        }

        _settings.TryRemove(database, out _);
    }

    /// <summary>Gives a database another name, with all that it holds.</summary>
    /// <exception cref="ServerErrorException">The name is taken.</exception>
    public void Rename(string database, string name)
    {
        _settings[name] = Settings(database);
        if (!_databases.TryAdd(name, _databases[database]))
        {
            throw new ServerErrorException(1801, $"Database '{name}' already exists. Choose a different database name.");
        }

        _databases.TryRemove(database, out _);
        _settings.TryRemove(database, out _);
    }

    public Table? Find(string database, string table) => _databases.TryGetValue(database, out var tables)
        ? tables.GetValueOrDefault(table) : null;

    /// <exception cref="ServerErrorException">There is none.</exception>
    public Table Table(string database, string table) =>
        Find(database, table) ?? throw new ServerErrorException(208, $"Invalid object name '{table}'.");

    public void Add(string database, Table table)
    {
        if (!_databases[database].TryAdd(table.Name, table))
        {
            throw new ServerErrorException(2714, $"There is already an object named '{table.Name}' in the database.");
        }
    }

    public bool Remove(string database, string table) => _databases[database].TryRemove(table, out _);
}
