using System.IO.Hashing;

namespace DbIngest.Wire.Couchbase;

/// <summary>
/// Computes the vBucket of a key and encodes the prefix of a collection. <c>KvPipeline</c> computes the vBucket of every record,
/// which allocates nothing. <c>CouchbaseTable</c> and the walks over keys encode the prefix once per collection.
/// </summary>
public static class KvKeys
{
    /// <summary>Longest encoding of a collection id, in bytes.</summary>
    public const int MaxPrefixBytes = 5;

    /// <summary>
    /// The vBucket of a key: 15 bits of its CRC-32, modulo the number of vBuckets. The collection prefix does not count.
    /// </summary>
    /// <param name="key">The key without prefix.</param>
    /// <param name="vBuckets">Number of vBuckets of the bucket; a power of two.</param>
    public static int VBucket(ReadOnlySpan<byte> key, int vBuckets) =>
        (int)((Crc32.HashToUInt32(key) >> 16) & 0x7fff) & (vBuckets - 1);

    /// <summary>Encodes a collection id as the prefix of a key: unsigned LEB128.</summary>
    public static byte[] Prefix(uint collection)
    {
        var bytes = new List<byte>(MaxPrefixBytes);
        for (; collection >= 0x80; collection >>= 7)
        {
            bytes.Add((byte)(collection | 0x80));
        }

        bytes.Add((byte)collection);
        return [.. bytes];
    }
}
