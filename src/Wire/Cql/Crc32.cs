using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace DbIngest.Wire.Cql;

/// <summary>
/// The checksum of a segment's payload in version 5 of the native protocol: the usual CRC-32 (reflected polynomial
/// 0xEDB88320), computed as if the bytes FA 2D 55 CA came before the payload.
/// </summary>
/// <remarks>
/// Every byte that is sent or read passes through here. With carry-less multiplication it costs a twentieth of a table
/// look-up a byte: Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ", Intel 2009; the constants
/// are x^n modulo the polynomial for the distances folded over.
/// </remarks>
internal static class Crc32
{
    private const uint Polynomial = 0xEDB88320;
    private const int FoldedAtOnce = 64;

    private static readonly uint[] Table = CreateTable();
    private static readonly uint Seeded = ByTable(uint.MaxValue, [0xFA, 0x2D, 0x55, 0xCA]);

    /// <summary>The checksum of a payload.</summary>
    public static uint Of(ReadOnlySpan<byte> payload)
    {
        uint crc = Seeded;
        if (Pclmulqdq.IsSupported && payload.Length >= FoldedAtOnce)
        {
            int folded = payload.Length & ~15;
            crc = ByFolding(crc, payload[..folded]);
            payload = payload[folded..];
        }

        return ~ByTable(crc, payload);
    }

    /// <summary>One byte after the other: for the ends, and where the processor cannot multiply without carries.</summary>
    internal static uint ByTable(uint crc, ReadOnlySpan<byte> bytes)
    {
        foreach (byte value in bytes)
        {
            crc = Table[(byte)(crc ^ value)] ^ (crc >> 8);
        }

        return crc;
    }

    /// <summary>A multiple of 16 bytes, at least 64.</summary>
    private static uint ByFolding(uint crc, ReadOnlySpan<byte> bytes)
    {
        var blocks = MemoryMarshal.Cast<byte, Vector128<ulong>>(bytes);
        var x1 = blocks[0] ^ Vector128.CreateScalar(crc).AsUInt64();
        var x2 = blocks[1];
        var x3 = blocks[2];
        var x4 = blocks[3];
        blocks = blocks[4..];

        var by64 = Vector128.Create(0x0154442bd4UL, 0x01c6e41596UL);
        while (blocks.Length >= 4)
        {
            x1 = Fold(x1, by64) ^ blocks[0];
            x2 = Fold(x2, by64) ^ blocks[1];
            x3 = Fold(x3, by64) ^ blocks[2];
            x4 = Fold(x4, by64) ^ blocks[3];
            blocks = blocks[4..];
        }

        var by16 = Vector128.Create(0x01751997d0UL, 0x00ccaa009eUL);
        x1 = Fold(x1, by16) ^ x2;
        x1 = Fold(x1, by16) ^ x3;
        x1 = Fold(x1, by16) ^ x4;
        foreach (var block in blocks)
        {
            x1 = Fold(x1, by16) ^ block;
        }

        return Reduce(x1, by16);
    }

    private static Vector128<ulong> Fold(Vector128<ulong> value, Vector128<ulong> distance) =>
        Pclmulqdq.CarrylessMultiply(value, distance, 0x00) ^ Pclmulqdq.CarrylessMultiply(value, distance, 0x11);

    /// <summary>From 128 bits to 64, and by Barrett's reduction to 32.</summary>
    private static uint Reduce(Vector128<ulong> x, Vector128<ulong> by16)
    {
        var low32 = Vector128.Create(0xFFFFFFFFUL);
        x = Sse2.ShiftRightLogical128BitLane(x, 8) ^ Pclmulqdq.CarrylessMultiply(x, by16, 0x10);
        x = Sse2.ShiftRightLogical128BitLane(x, 4)
            ^ Pclmulqdq.CarrylessMultiply(x & low32, Vector128.CreateScalar(0x0163cd6124UL), 0x00);

        var barrett = Vector128.Create(0x01db710641UL, 0x01f7011641UL);
        var quotient = Pclmulqdq.CarrylessMultiply(x & low32, barrett, 0x10);
        x ^= Pclmulqdq.CarrylessMultiply(quotient & low32, barrett, 0x00);
        return x.AsUInt32().GetElement(1);
    }

    private static uint[] CreateTable()
    {
        var table = new uint[256];
        for (uint i = 0; i < table.Length; i++)
        {
            uint crc = i;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc >> 1) ^ ((crc & 1) != 0 ? Polynomial : 0);
            }

            table[i] = crc;
        }

        return table;
    }
}
