using DbIngest.Wire.Mongo;

namespace DbIngest.Mongo.Endpoint;

/// <summary>Documents by their identity.</summary>
public sealed class Collection(string name)
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<Identity, byte[]> _documents = [];

    /// <summary>Database and collection.</summary>
    public string Name => name;

    /// <summary>The options that it was created with.</summary>
    public BsonDocument Options { get; init; } = new();

    /// <summary>Whether it is a time series: its documents then need no identity of their own, and none is refused.</summary>
    public bool IsTimeSeries => Options["timeseries"] is not null;

    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _documents.Count;
            }
        }
    }

    public long Bytes
    {
        get
        {
            lock (_gate)
            {
                return _documents.Values.Sum(d => (long)d.Length);
            }
        }
    }

    /// <summary>Adds a document.</summary>
    /// <returns>Whether its identity was free.</returns>
    public bool Add(byte[] document)
    {
        var id = IsTimeSeries ? Identity.New() : Identity.Of(document);
        lock (_gate)
        {
            return _documents.TryAdd(id, document);
        }
    }

    /// <summary>The documents that a filter leaves, in the order of their identities.</summary>
    public IReadOnlyList<byte[]> Where(BsonDocument filter)
    {
        lock (_gate)
        {
            return [.. Candidates(filter).Select(d => d.Value).Where(d => Filter.Matches(filter, BsonDocument.Read(d)))];
        }
    }

    /// <summary>Removes the documents that a filter leaves.</summary>
    /// <returns>How many.</returns>
    public int Remove(BsonDocument filter)
    {
        lock (_gate)
        {
            var found = Candidates(filter).Where(d => Filter.Matches(filter, BsonDocument.Read(d.Value))).Select(d => d.Key)
                .ToList();
            found.ForEach(id => _documents.Remove(id));
            return found.Count;
        }
    }

    /// <summary>Changes the documents that a filter leaves.</summary>
    /// <returns>How many.</returns>
    public int Change(BsonDocument filter, Func<BsonDocument, BsonDocument> change)
    {
        lock (_gate)
        {
            var found = Candidates(filter).Where(d => Filter.Matches(filter, BsonDocument.Read(d.Value))).ToList();
            found.ForEach(d => _documents[d.Key] = change(BsonDocument.Read(d.Value)).ToBytes());
            return found.Count;
        }
    }

    /// <summary>Changes the lowest bit of the last floating-point number of a document.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Flip()
    {
        lock (_gate)
        {
            foreach (byte[] document in _documents.Values)
            {
                if (Last(document) is { } at)
                {
                    document[at] ^= 1;
                    return true;
                }
            }

            return false;
        }
    }

    /// <summary>What may match by its identity: found by it, where the filter names one or a range.</summary>
    private IEnumerable<KeyValuePair<Identity, byte[]>> Candidates(BsonDocument filter)
    {
        if (Identity.Of(filter["_id"]) is { } id)
        {
            return _documents.TryGetValue(id, out byte[]? document) ? [KeyValuePair.Create(id, document)] : [];
        }

        if (filter["_id"] is not BsonDocument range || range.Elements.Any(c => c.Key is not ("$gte" or "$lt")))
        {
            return _documents;
        }

        var (first, end) = (Identity.Of(range["$gte"]), Identity.Of(range["$lt"]));
        return _documents.Where(d => (first is null || d.Key.CompareTo(first) >= 0) && (end is null || d.Key.CompareTo(end) < 0));
    }

    private static int? Last(byte[] document)
    {
        var reader = new BsonReader(document);
        int? last = null;
        while (reader.Next())
        {
            if (reader.Type == BsonType.Double)
            {
                last = (int)System.Runtime.CompilerServices.Unsafe.ByteOffset(ref document[0],
                    ref System.Runtime.InteropServices.MemoryMarshal.GetReference(reader.Value));
            }
            else if (reader.Type == BsonType.Array && !reader.Name.SequenceEqual("quality"u8)
                && Last(reader.Value.ToArray()) is { } within)
            {
                last = (int)System.Runtime.CompilerServices.Unsafe.ByteOffset(ref document[0],
                    ref System.Runtime.InteropServices.MemoryMarshal.GetReference(reader.Value)) + within;
            }
        }

        return last;
    }
}
