using System.Buffers.Binary;
using System.Numerics;

namespace DbIngest.Wire.Cql.Topology;

/// <summary>
/// The token of a partition key under Murmur3Partitioner: the first half of MurmurHash3 x64 128 with seed 0, in Cassandra's
/// variant, where the bytes of the tail are signed. <c>CassandraTable</c> calls it for every partition that a writer sends or the
/// audit reads. A token that differs from the server's sends requests to nodes without the partition. Allocates nothing.
/// </summary>
public static class Murmur3Token
{
    private const ulong C1 = 0x87c37b91114253d5;
    private const ulong C2 = 0x4cf5ad432745937f;

    /// <summary>The token of a serialised partition key.</summary>
    /// <param name="key">
    /// The key's bytes. A key of several columns has, for each column, a [short] length, the bytes and a zero.
    /// </param>
    /// <returns>The token; never <see cref="long.MinValue"/>, which the ring reserves.</returns>
    public static long Of(ReadOnlySpan<byte> key)
    {
        ulong h1 = 0;
        ulong h2 = 0;
        int length = key.Length;
        for (; key.Length >= 16; key = key[16..])
        {
            h1 ^= Scramble1(BinaryPrimitives.ReadUInt64LittleEndian(key));
            h1 = ((BitOperations.RotateLeft(h1, 27) + h2) * 5) + 0x52dce729;
            h2 ^= Scramble2(BinaryPrimitives.ReadUInt64LittleEndian(key[8..]));
            h2 = ((BitOperations.RotateLeft(h2, 31) + h1) * 5) + 0x38495ab5;
        }

        ulong k1 = 0;
        ulong k2 = 0;
        for (int i = key.Length - 1; i >= 0; i--)
        {
            // Java's bytes are signed, and the sign spreads over all higher bits.
            ulong value = (ulong)(sbyte)key[i];
            if (i >= 8)
            {
                k2 ^= value << (8 * (i - 8));
            }
            else
            {
                k1 ^= value << (8 * i);
            }
        }

        h1 ^= Scramble1(k1);
        h2 ^= Scramble2(k2);
        h1 ^= (ulong)length;
        h2 ^= (ulong)length;
        h1 += h2;
        h2 += h1;
        long token = (long)(Finish(h1) + Finish(h2));
        return token == long.MinValue ? long.MaxValue : token;
    }

    private static ulong Scramble1(ulong k) => BitOperations.RotateLeft(k * C1, 31) * C2;

    private static ulong Scramble2(ulong k) => BitOperations.RotateLeft(k * C2, 33) * C1;

    private static ulong Finish(ulong h)
    {
        h = (h ^ (h >> 33)) * 0xff51afd7ed558ccd;
        h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53;
        return h ^ (h >> 33);
    }
}
