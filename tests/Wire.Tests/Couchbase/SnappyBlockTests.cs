using DbIngest.Wire.Couchbase;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Couchbase;

public sealed class SnappyBlockTests
{
    [Fact]
    public void Compress_AnyBytes_AreRestored() => Prop.ForAll(
        Sources().ToArbitrary(),
        source =>
        {
            byte[] block = Compressed(source);
            byte[] restored = new byte[SnappyBlock.UncompressedBytes(block)];
            SnappyBlock.Decompress(block, restored);
            return block.Length <= SnappyBlock.MaxCompressedBytes(source.Length) && restored.AsSpan().SequenceEqual(source);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(200));

    [Fact]
    public void Decompress_DamagedBlock_IsSomethingOfThatLengthOrAProtocolException() => Prop.ForAll(
        Sources().ToArbitrary(),
        Gen.Choose(0, int.MaxValue - 1).ListOf(3).ToArbitrary(),
        (source, damages) =>
        {
            byte[] block = Compressed(source);
            foreach (int damage in damages)
            {
                block[damage % block.Length] = (byte)(damage >> 16);
            }

            try
            {
                int bytes = SnappyBlock.UncompressedBytes(block);
                if (bytes <= 1 << 20)
                {
                    SnappyBlock.Decompress(block, new byte[bytes]);
                }
            }
            catch (WireProtocolException)
            {
                // Typed: that is the promise.
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    private static Gen<byte[]> Sources() =>
        from length in Gen.OneOf(Gen.Choose(0, 40), Gen.Choose(0, 1000), Gen.Choose(0, 200_000))
        from alphabet in Gen.Elements(1, 2, 17, 256)
        from seed in Gen.Choose(0, int.MaxValue - 1)
        select Bytes(length, alphabet, seed);

    /// <summary>
    /// Numbers of a linear congruential generator (Numerical Recipes), so that a failing case can be had again.
    /// </summary>
    private static byte[] Bytes(int length, int alphabet, int seed)
    {
        byte[] bytes = new byte[length];
        uint state = (uint)seed;
        for (int i = 0; i < length; i++)
        {
            state = (state * 1664525) + 1013904223;
            bytes[i] = (byte)((state >> 16) % (uint)alphabet);
        }

        return bytes;
    }

    private static byte[] Compressed(byte[] source)
    {
        byte[] target = new byte[SnappyBlock.MaxCompressedBytes(source.Length)];
        return target[..SnappyBlock.Compress(source, target)];
    }
}
