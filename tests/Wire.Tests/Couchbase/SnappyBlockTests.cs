using DbIngest.Wire.Couchbase;
using FsCheck;
using FsCheck.Fluent;
using Snappier;

namespace DbIngest.Wire.Tests.Couchbase;

/// <summary>Beside Snappier, the form of the vendor's SDK.</summary>
public sealed class SnappyBlockTests
{
    /// <summary>One for all blocks: what an earlier one has left must not be taken for this one's.</summary>
    private readonly SnappyBlock _block = new();

    [Fact]
    public void Compress_AnyBytes_IsRestoredByTheOtherLibraryAndByUs() => Prop.ForAll(
        Sources().ToArbitrary(),
        source =>
        {
            byte[] block = Compressed(source);
            byte[] restored = new byte[SnappyBlock.UncompressedBytes(block)];
            SnappyBlock.Decompress(block, restored);
            return block.Length <= SnappyBlock.MaxCompressedBytes(source.Length)
                && restored.AsSpan().SequenceEqual(source)
                && Snappy.DecompressToArray(block).AsSpan().SequenceEqual(source);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void Decompress_BlockOfTheOtherLibrary_IsWhatWasCompressed() => Prop.ForAll(
        Sources().ToArbitrary(),
        source =>
        {
            byte[] block = Snappy.CompressToArray(source);
            byte[] restored = new byte[SnappyBlock.UncompressedBytes(block)];
            SnappyBlock.Decompress(block, restored);
            return restored.AsSpan().SequenceEqual(source);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void Compress_Document_IsNotMuchLargerThanTheOtherLibrarys()
    {
        byte[] document = [.. """{"source":3,"sequence":41,"timestamp":1420070400041000,"quality":192,"voltage_l1":230.1,"voltage_l2":229.8,"voltage_l3":230.4,"voltage_l12":398.5,"voltage_l23":398.2}"""u8];

        Compressed(document).Length.ShouldBeLessThanOrEqualTo(Snappy.CompressToArray(document).Length * 11 / 10);
        Compressed(document).Length.ShouldBeLessThan(document.Length);
    }

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

    [Fact]
    public void Compress_AgainAndAgain_AllocatesNothing()
    {
        byte[] source = new byte[200];
        byte[] target = new byte[SnappyBlock.MaxCompressedBytes(source.Length)];

        Allocation.LeastOf(() => _block.Compress(source, target)).ShouldBe(0);
    }

    private static Gen<byte[]> Sources() =>
        from length in Gen.OneOf(Gen.Choose(0, 40), Gen.Choose(0, 1000), Gen.Choose(0, 200_000))
        from alphabet in Gen.Elements(1, 2, 17, 256)
        from seed in Gen.Choose(0, int.MaxValue - 1)
        select Bytes(length, alphabet, seed);

    /// <summary>Numbers of a linear congruential generator (Numerical Recipes), so that a failing case can be had again.</summary>
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

    private byte[] Compressed(byte[] source)
    {
        byte[] target = new byte[SnappyBlock.MaxCompressedBytes(source.Length)];
        return target[.._block.Compress(source, target)];
    }
}
