using DbIngest.Wire.Cql.Frames;
using FsCheck;
using FsCheck.Fluent;

namespace DbIngest.Wire.Tests.Cql;

public sealed class ChecksumTests
{
    [Fact]
    public void Crc32_CheckString_IsTheCataloguedValue() => (~Register(uint.MaxValue, "123456789"u8)).ShouldBe(0xCBF43926);

    [Fact]
    public void Crc32_AnyPayload_IsTheUsualCrcOfSeedAndPayload() => Prop.ForAll(
        ArbMap.Default.ArbFor<byte[]>().Generator.Resize(2000).ToArbitrary(),
        payload => CqlChecksum.Of(payload) == OfSeedAnd(payload)).QuickCheckThrowOnFailure();

    [Fact]
    public void Crc32_EveryLengthRoundTheFolding_IsTheUsualCrc()
    {
        byte[] bytes = [.. Enumerable.Range(0, 400).Select(i => (byte)(i * 37))];
        for (int length = 0; length <= bytes.Length; length++)
        {
            CqlChecksum.Of(bytes.AsSpan(0, length)).ShouldBe(OfSeedAnd(bytes[..length]));
        }
    }

    [Fact]
    public void Crc24_AnyHeader_IsTheDefinitionBitByBit() => Prop.ForAll(
        ArbMap.Default.ArbFor<ulong>(),
        ArbMap.Default.ArbFor<bool>(),
        (header, isShort) => Crc24.Of(header, isShort ? 3 : 5) == BitByBit(header, isShort ? 3 : 5)).QuickCheckThrowOnFailure();

    /// <summary>The definition of CRC-32, a bit at a time.</summary>
    private static uint Register(uint register, ReadOnlySpan<byte> bytes)
    {
        foreach (byte value in bytes)
        {
            register ^= value;
            for (int bit = 0; bit < 8; bit++)
            {
                register = (register >> 1) ^ (0xEDB88320 & (0 - (register & 1)));
            }
        }

        return register;
    }

    private static uint OfSeedAnd(byte[] payload) => ~Register(uint.MaxValue, [0xFA, 0x2D, 0x55, 0xCA, .. payload]);

    private static int BitByBit(ulong header, int length)
    {
        int crc = 0x875060;
        for (int i = 0; i < length; i++)
        {
            crc ^= (int)((header >> (8 * i)) & 0xff) << 16;
            for (int bit = 0; bit < 8; bit++)
            {
                crc <<= 1;
                if ((crc & 0x1000000) != 0)
                {
                    crc ^= 0x1974F0B;
                }
            }
        }

        return crc;
    }
}
