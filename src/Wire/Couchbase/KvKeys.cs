using System.IO.Hashing;

namespace DbIngest.Wire.Couchbase;

/// <summary>Where keys belong, and how a collection stands before them.</summary>
public static class KvKeys
{
    /// <summary>The most bytes that the number of a collection takes before a key.</summary>
    public const int MaxPrefixBytes = 5;

    /// <summary>The vBucket of a key: 15 bits of its CRC-32, modulo how many there are. The collection does not count.</summary>
    /// <param name="key">The key.</param>
    /// <param name="vBuckets">How many vBuckets the bucket has; a power of two.</param>
    public static int VBucket(ReadOnlySpan<byte> key, int vBuckets) =>
        (int)((Crc32.HashToUInt32(key) >> 16) & 0x7fff) & (vBuckets - 1);

    /// <summary>A collection's number as it stands before a key: unsigned LEB128.</summary>
    /// <param name="collection">The number.</param>
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
