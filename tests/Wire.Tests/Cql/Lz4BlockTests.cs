using System.Text;
using DbIngest.Wire.Cql.Frames;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Cql;

public sealed class Lz4BlockTests
{
    private readonly Lz4Block _block = new();

    [Fact]
    public void Decompress_BlockOfTheReferenceLibrary_IsTheText()
    {
        // LZ4_compress_default of liblz4 1.9.4.
        byte[] block = Convert.FromHexString(
            "F11174687265652D7068617365206D65746572203233302E3120562C203232392E3809008F33302E3420563B202D00FF56FF"
            + "32000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F30"
            + "3132333435363738393A3B3C3D3E3F610100FF19C0656E64206F6620626C6F636B");
        byte[] text = [
            .. Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat("three-phase meter 230.1 V, 229.8 V, 230.4 V; ", 9))),
            .. Enumerable.Range(0, 64).Select(i => (byte)i),
            .. Enumerable.Repeat((byte)'a', 300),
            .. "end of block"u8,
        ];
        byte[] restored = new byte[text.Length];

        Lz4Block.Decompress(block, restored);

        restored.ShouldBe(text);
        Compressed(text).Length.ShouldBeLessThan(block.Length + 20);
    }

    [Fact]
    public void Decompress_WhatWasCompressed_IsTheSame() => Prop.ForAll(
        Sources().ToArbitrary(),
        source =>
        {
            byte[] block = Compressed(source);
            byte[] restored = new byte[source.Length];
            Lz4Block.Decompress(block, restored);
            return restored.AsSpan().SequenceEqual(source) && block.Length <= Lz4Block.MaxCompressedBytes(source.Length);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(500));

    [Fact]
    public void Decompress_DamagedBlock_IsTheRightLengthOrAProtocolException() => Prop.ForAll(
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
                Lz4Block.Decompress(block, new byte[source.Length]);
            }
            catch (WireProtocolException)
            {
                // Typed: that is the promise.
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    private static Gen<byte[]> Sources() =>
        from length in Gen.OneOf(Gen.Choose(0, 40), Gen.Choose(0, CqlSegment.MaxPayloadBytes))
        from alphabet in Gen.Elements(1, 2, 17, 256)
        from seed in Gen.Choose(0, int.MaxValue - 1)
        select Bytes(length, alphabet, seed);

    private static byte[] Bytes(int length, int alphabet, int seed)
    {
        uint state = (uint)seed | 1;
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
        {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;

            // Every other stretch of bytes is one seen before.
            bytes[i] = i > 100 && (i / 64) % 2 == 1 ? bytes[i - 97] : (byte)(state % (uint)alphabet);
        }

        return bytes;
    }

    private byte[] Compressed(byte[] source)
    {
        byte[] target = new byte[Lz4Block.MaxCompressedBytes(source.Length)];
        return target[.._block.Compress(source, target)];
    }
}
