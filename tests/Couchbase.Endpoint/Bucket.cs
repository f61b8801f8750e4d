namespace DbIngest.Couchbase.Endpoint;

/// <summary>A document.</summary>
/// <param name="Value">Its value.</param>
/// <param name="Flags">Its flags.</param>
/// <param name="Sequence">The number of its last change.</param>
/// <param name="IsCompressed">Whether the value is compressed: a bucket keeps it as it came (its compression mode is
/// "passive").</param>
public sealed record Document(byte[] Value, uint Flags, long Sequence, bool IsCompressed = false);

/// <summary>What a bucket holds, of all nodes together, in memory.</summary>
public sealed class Bucket
{
    private const int FileHeaderBytes = 4096;
    private const int DocumentHeaderBytes = 60;

    private uint _nextCollection = 8;

    public Bucket(string name, int vBuckets, int nodes, int replicas)
    {
        Name = name;
        Replicas = replicas;
        Owners = [.. Enumerable.Range(0, vBuckets).Select(v => v % nodes)];
        Documents = [.. Enumerable.Range(0, vBuckets).Select(_ => new Dictionary<(uint, string), Document>())];
        Sequences = new long[vBuckets];
        Garbage = new long[vBuckets];
    }

    public string Name { get; }

    public int Replicas { get; }

    /// <summary>The form that it was created by; empty where it was there from the beginning.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; init; } = new Dictionary<string, string>();

    /// <summary>The node that has each vBucket.</summary>
    public int[] Owners { get; }

    /// <summary>For each vBucket, its documents by collection and key (in hexadecimal); locked by itself.</summary>
    public Dictionary<(uint Collection, string Key), Document>[] Documents { get; }

    /// <summary>For each vBucket, the number of its last change.</summary>
    public long[] Sequences { get; }

    /// <summary>For each vBucket, bytes on disk of what is gone.</summary>
    public long[] Garbage { get; }

    /// <summary>Numbers of collections, by scope and name; locked by itself.</summary>
    public Dictionary<(string Scope, string Name), uint> Collections { get; } = new() { [("_default", "_default")] = 0 };

    public HashSet<string> Scopes { get; } = ["_default"];

    public uint? CollectionId(string scope, string name)
    {
        lock (Collections)
        {
            return Collections.TryGetValue((scope, name), out uint id) ? id : null;
        }
    }

    public bool HasCollection(uint id)
    {
        lock (Collections)
        {
            return Collections.ContainsValue(id);
        }
    }

    public bool AddCollection(string scope, string name)
    {
        lock (Collections)
        {
            return Scopes.Contains(scope) && Collections.TryAdd((scope, name), _nextCollection++);
        }
    }

    public bool DropCollection(string scope, string name)
    {
        lock (Collections)
        {
            if (!Collections.Remove((scope, name), out uint id))
            {
                return false;
            }

            Forget(key => key.Collection == id);
            return true;
        }
    }

    /// <summary>Empties it.</summary>
    public void Flush()
    {
        Forget(_ => true);
        Compact();
    }

    /// <summary>What is gone leaves the disk.</summary>
    public void Compact() => Array.Clear(Garbage);

    /// <summary>How many documents a vBucket has.</summary>
    public long Count(int vBucket)
    {
        lock (Documents[vBucket])
        {
            return Documents[vBucket].Count;
        }
    }

    /// <summary>Bytes that a vBucket takes on the disk of each node that has it, and how many of them are valid.</summary>
    public (long Files, long Valid) Disk(int vBucket)
    {
        lock (Documents[vBucket])
        {
            long valid = Documents[vBucket].Sum(d => Bytes(d.Key.Key, d.Value));
            return (FileHeaderBytes + valid + Garbage[vBucket], valid);
        }
    }

    internal static long Bytes(string key, Document document) => (key.Length / 2) + document.Value.Length + DocumentHeaderBytes;

    private void Forget(Func<(uint Collection, string Key), bool> isGone)
    {
        for (int vBucket = 0; vBucket < Documents.Length; vBucket++)
        {
            var documents = Documents[vBucket];
            lock (documents)
            {
                foreach (var (key, document) in documents.Where(d => isGone(d.Key)).ToList())
                {
                    documents.Remove(key);
                    Garbage[vBucket] += Bytes(key.Key, document);
                    Sequences[vBucket]++;
                }
            }
        }
    }
}
