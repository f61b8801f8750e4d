using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>The cursors of a connection.</summary>
internal sealed class Cursors
{
    private readonly Dictionary<long, Queue<byte[]>> _open = [];
    private long _last;

    /// <summary>Opens a cursor on documents, and gives its first page.</summary>
    public BsonDocument Open(string name, IEnumerable<byte[]> documents, long batch)
    {
        long id = ++_last;
        _open[id] = new Queue<byte[]>(documents);
        return Page(id, name, "firstBatch", batch);
    }

    /// <summary>The next page.</summary>
    public BsonDocument Next(long id, string name, long batch) => _open.ContainsKey(id)
        ? Page(id, name, "nextBatch", batch)
        : Commands.Error(43, "CursorNotFound", $"cursor id {id} not found");

    public void Close(long id) => _open.Remove(id);

    private BsonDocument Page(long id, string name, string page, long batch)
    {
        var documents = new List<BsonDocument>();
        var queue = _open[id];
        long bytes = 0;
        while (queue.Count > 0 && documents.Count < batch && bytes < 16_000_000)
        {
            bytes += queue.Peek().Length;
            documents.Add(BsonDocument.Read(queue.Dequeue()));
        }

        if (queue.Count == 0)
        {
            _open.Remove(id);
        }

        return Commands.Good(("cursor", new BsonDocument((page, documents), ("id", queue.Count == 0 ? 0L : id), ("ns", name))));
    }
}
