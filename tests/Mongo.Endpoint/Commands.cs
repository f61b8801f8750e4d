using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>What a member does when it is told to.</summary>
internal sealed class Commands(Member member, Cursors cursors)
{
    private static readonly string[] Writes = ["insert", "update", "delete", "create", "drop", "dropDatabase", "createIndexes"];

    private Deployment Deployment => member.Deployment;

    public static BsonDocument Good(params ReadOnlySpan<(string Name, object? Value)> elements)
    {
        var answer = new BsonDocument();
        foreach (var (name, value) in elements)
        {
            answer.Add(name, value);
        }

        return answer.Add("ok", 1.0);
    }

    public static BsonDocument Error(int code, string name, string message, params string[] labels)
    {
        var answer = new BsonDocument(("ok", 0.0), ("errmsg", message), ("code", code), ("codeName", name));
        return labels.Length > 0 ? answer.Add("errorLabels", labels) : answer;
    }

    public BsonDocument Run(string name, BsonDocument command, List<byte[]> documents)
    {
        Deployment.Commands.AddOrUpdate(name, 1, static (_, count) => count + 1);
        if (!member.IsPrimary && Writes.Contains(name))
        {
            return Error(10107, "NotWritablePrimary", "not primary");
        }

        string full = $"{command.Text("$db")}.{command.Elements[0].Value}";
        return name switch
        {
            "ping" or "killSessions" or "endSessions" or "fsync" or "setFeatureCompatibilityVersion" or "flushRouterConfig" =>
                Good(),
            "buildInfo" => Good(("version", member.Options.Version), ("modules", Array.Empty<string>()),
                ("maxBsonObjectSize", member.Options.MaxDocumentBytes)),
            "serverStatus" => Good(("host", member.Name), ("version", member.Options.Version),
                ("process", member.Role == MemberRole.Router ? "mongos" : "mongod"), ("pid", (long)Environment.ProcessId),
                ("wiredTiger", new BsonDocument(
                    ("log", new BsonDocument(("log bytes written", Deployment.Storage.WrittenBytes)))))),
            "insert" => Insert(full, command, documents),
            "find" => Found(full, command),
            "getMore" => cursors.Next((long)command["getMore"]!, $"{command.Text("$db")}.{command.Text("collection")}",
                command.Number("batchSize") ?? long.MaxValue),
            "killCursors" => Good(),
            "count" => Good(("n", Deployment.Storage.Find(full)?.Where(command.Document("query") ?? new()).Count ?? 0)),
            "delete" => Good(
                ("n", command.Documents("deletes").Concat(documents.Select(d => BsonDocument.Read(d)))
                .Sum(d => Deployment.Storage.Find(full)?.Remove(d.Document("q")!) ?? 0))),
            "update" => Good(
                ("n", command.Documents("updates").Concat(documents.Select(d => BsonDocument.Read(d)))
                .Sum(u => Update(full, u)))),
            "create" => Deployment.Storage.Create(new Collection(full) { Options = command }) ? Good()
                : Error(48, "NamespaceExists", $"Collection {full} already exists."),
            "drop" => Drop(full),
            "dropDatabase" => DropDatabase(command.Text("$db")!),
            "createIndexes" => Good(),
            _ => new AdminCommands(member, cursors).Run(name, command),
        };
    }

    private BsonDocument Insert(string full, BsonDocument command, List<byte[]> documents)
    {
        documents = [.. documents, .. command.Documents("documents").Select(d => d.ToBytes())];
        if (documents.Count > member.Options.MaxWriteBatch || documents.Count == 0)
        {
            return Error(16, "InvalidLength",
                $"Write batch sizes must be between 1 and {member.Options.MaxWriteBatch}. Got {documents.Count} operations.");
        }

        var collection = Deployment.Storage.Open(full);
        var errors = new List<BsonDocument>();
        int stored = 0;
        for (int i = 0; i < documents.Count; i++)
        {
            if (documents[i].Length > member.Options.MaxDocumentBytes)
            {
                errors.Add(new(("index", i), ("code", 10334), ("errmsg", "object to insert too large")));
            }
            else if (collection.Add(documents[i]))
            {
                stored++;
                Deployment.Storage.Wrote(documents[i].Length);
                continue;
            }
            else
            {
                object? id = BsonDocument.Read(documents[i])["_id"];
                errors.Add(new(
                    ("index", i), ("code", 11000),
                        ("errmsg", $"E11000 duplicate key error collection: {full} index: _id_ dup key: {{ _id: {id} }}"),
                    ("keyPattern", new BsonDocument(("_id", 1))), ("keyValue", new BsonDocument(("_id", id)))));
            }

            if (command["ordered"] is not false)
            {
                break;
            }
        }

        return errors.Count > 0 ? Good(("n", stored), ("writeErrors", errors)) : Good(("n", stored));
    }

    private BsonDocument Found(string full, BsonDocument command)
    {
        IEnumerable<byte[]> documents = Deployment.Storage.Find(full)?.Where(command.Document("filter") ?? new()) ?? [];
        if (full.StartsWith("config.", StringComparison.Ordinal))
        {
            documents = AdminCommands.Configuration(Deployment, full)
                .Where(d => Filter.Matches(command.Document("filter") ?? new(), d)).Select(d => d.ToBytes());
        }

        if (command.Number("limit") is { } limit and > 0)
        {
            documents = documents.Take((int)limit);
        }

        return cursors.Open(full, documents, command.Number("batchSize") ?? 101);
    }

    private int Update(string full, BsonDocument update) =>
        Deployment.Storage.Find(full)?.Change(update.Document("q")!, document =>
    {
        var changes = update.Document("u.$set") ?? throw new NotSupportedException("An update without $set.");
        var changed = new BsonDocument();
        var removed = update.Document("u.$unset") ?? new BsonDocument();
        foreach (var (name, value) in document.Elements.Where(e => removed.Elements.All(r => r.Key != e.Key)))
        {
            changed.Add(name, changes.Elements.Any(c => c.Key == name) ? changes[name] : value);
        }

        foreach (var (name, value) in changes.Elements.Where(c => document.Elements.All(e => e.Key != c.Key)))
        {
            changed.Add(name, value);
        }

        return changed;
    }) ?? 0;

    private BsonDocument Drop(string full)
    {
        Deployment.Sharding?.Collections.Remove(full);
        return Deployment.Storage.Drop(full) ? Good() : Error(26, "NamespaceNotFound", "ns not found");
    }

    private BsonDocument DropDatabase(string database)
    {
        foreach (var collection in Deployment.Storage.OfDatabase(database))
        {
            Drop(collection.Name);
        }

        return Good();
    }
}
