using System.Collections.Concurrent;

namespace DbIngest.Mongo.Endpoint;

/// <summary>The collections of a deployment, in memory.</summary>
public sealed class Storage
{
    private readonly ConcurrentDictionary<string, Collection> _collections = new(StringComparer.Ordinal);

    private long _writtenBytes;

    /// <summary>A collection by its full name; null where it is not there.</summary>
    public Collection? Find(string name) => _collections.GetValueOrDefault(name);

    /// <summary>A collection, made where it is not there.</summary>
    public Collection Open(string name) => _collections.GetOrAdd(name, static n => new Collection(n));

    /// <summary>Makes a collection.</summary>
    /// <returns>Whether it was not there.</returns>
    public bool Create(Collection collection) => _collections.TryAdd(collection.Name, collection);

    /// <summary>
    /// Bytes of the documents that were ever inserted: what a journal took, and what the log of operations has.
    /// </summary>
    public long WrittenBytes => Interlocked.Read(ref _writtenBytes);

    internal void Wrote(long bytes) => Interlocked.Add(ref _writtenBytes, bytes);

    public bool Drop(string name) => _collections.TryRemove(name, out _);

    public IReadOnlyList<Collection> OfDatabase(string database) =>
        [.. _collections.Values.Where(c => c.Name.StartsWith(database + ".", StringComparison.Ordinal))
            .OrderBy(c => c.Name, StringComparer.Ordinal)];
}
