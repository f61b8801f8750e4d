using System.Globalization;
using DbIngest.Wire.Mongo;

namespace DbIngest.Targets.Mongo;

/// <summary>
/// Product, version and settings that one server reports about itself. <see cref="MongoDefinition"/> reads it when a target is
/// opened, and <see cref="MongoTarget"/> for each description. It must keep paths of keys and passwords out of results. Changes
/// nothing.
/// </summary>
internal sealed class MongoServerInfo
{
    private MongoServerInfo(string version, string process, string product, SortedDictionary<string, string> settings) =>
        (Version, Process, Product, Settings) = (version, process, product, settings);

    /// <summary>MongoDB's version, or the version that a compatible server emulates.</summary>
    public string Version { get; }

    /// <summary>Name of the program: <c>mongod</c>, <c>mongos</c>, or that of a compatible server.</summary>
    public string Process { get; }

    /// <summary>False for another server that speaks MongoDB's protocol.</summary>
    public bool IsMongo => Process is "mongod" or "mongos";

    /// <summary>The program's name as the operating system keeps it: 15 characters.</summary>
    public string ProcessName => Process[..Math.Min(15, Process.Length)];

    /// <summary>Product and version. A compatible server has its own name.</summary>
    public string Product { get; }

    /// <summary>Settings that influence figures.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; }

    /// <summary>Asks a server.</summary>
    /// <param name="connection">A connection to the server.</param>
    public static MongoServerInfo Read(MongoConnection connection)
    {
        var build = connection.Run("admin", new BsonDocument(("buildInfo", 1)));
        var status = TryRun(connection, "serverStatus");
        string version = build.Text("version") ?? "unknown";
        string program = status.Text("process") ?? "mongod";
        string process = program.Split('/', '\\')[^1];
        var settings = new SortedDictionary<string, string>(StringComparer.Ordinal)
        {
            ["process"] = process,
            ["wire_version"] = Text(connection.Hello.WireVersion),
            ["max_write_batch"] = Text(connection.Hello.MaxWriteBatch),
            ["max_message_bytes"] = Text(connection.Hello.MaxMessageBytes),
            ["max_document_bytes"] = Text(connection.Hello.MaxDocumentBytes),
        };
        Add(settings, "storage_engine", status.Text("storageEngine.name"));
        Add(settings, "cache_bytes", status.Document("wiredTiger.cache")?.Number("maximum bytes configured") is { } cache
            ? Text(cache) : null);
        Add(settings, "git_version", build.Text("gitVersion"));
        foreach (var (name, value) in TryRun(connection, "getCmdLineOpts").Document("parsed")?.Elements
            .SelectMany(e => Flat(e.Key, e.Value)) ?? [])
        {
            // Files of keys and passwords stay out of results.
            if (name is "storage.journal.commitIntervalMs" or "storage.directoryPerDB"
                or "storage.wiredTiger.engineConfig.cacheSizeGB" or "storage.syncPeriodSecs"
                or "storage.wiredTiger.collectionConfig.blockCompressor" or "storage.engine" or "replication.oplogSizeMB")
            {
                settings[name] = value;
            }
        }

        // FerretDB reports its version in a separate field.
        string? other = process is "mongod" or "mongos" ? null : build.Text($"{process}Version")
            ?? build.Text($"{process}.version") ?? build.Document(process)?.Text("version");
        string product = process is "mongod" or "mongos" ? $"MongoDB {version}"
            : $"{process}{(other is null ? string.Empty : $" {other}")} (not MongoDB; speaks the protocol of {version})";
        return new(version, process, product, settings);
    }

    private static void Add(SortedDictionary<string, string> settings, string name, string? value)
    {
        if (!string.IsNullOrEmpty(value))
        {
            settings[name] = value;
        }
    }

    private static BsonDocument TryRun(MongoConnection connection, string command)
    {
        try
        {
            return connection.Run("admin", new BsonDocument((command, 1)));
        }
        catch (MongoServerException)
        {
            // The user lacks the permission, or the server lacks the command.
            return new BsonDocument();
        }
    }

    private static IEnumerable<(string Name, string Value)> Flat(string name, object? value) => value is BsonDocument document
        ? document.Elements.SelectMany(e => Flat($"{name}.{e.Key}", e.Value))
        : [(name, Convert.ToString(value, CultureInfo.InvariantCulture) ?? string.Empty)];

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
