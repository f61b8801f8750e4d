using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace DbIngest.Checksums;

/// <summary>The usual CRC-32 (ISO 3309: reflected polynomial 0xEDB88320), in pieces of any length.</summary>
/// <remarks>
/// Every byte that is sent or read passes through here. With carry-less multiplication it costs a twentieth of a table
/// look-up a byte: Gopal et al., "Fast CRC computation for generic polynomials using PCLMULQDQ", Intel 2009; the constants
/// are x^n modulo the polynomial for the distances folded over. Compiled into each project that needs it, since protocol clients and
/// readers of recordings refer to nothing in common that could hold it.
/// </remarks>
internal static class Crc32
{
    /// <summary>The register before the first byte. The checksum is the complement of the register after the last.</summary>
    public const uint Start = uint.MaxValue;

    private const uint Polynomial = 0xEDB88320;
    private const int FoldedAtOnce = 64;

    private static readonly uint[][] Tables = CreateTables();

    /// <summary>The register after some more bytes.</summary>
    /// <param name="register">The register before them.</param>
    /// <param name="bytes">The bytes.</param>
    public static uint Append(uint register, ReadOnlySpan<byte> bytes)
    {
        if (Pclmulqdq.IsSupported && bytes.Length >= FoldedAtOnce)
        {
            int folded = bytes.Length & ~15;
            register = ByFolding(register, bytes[..folded]);
            bytes = bytes[folded..];
        }

        return ByTable(register, bytes);
    }

    /// <summary>Eight bytes a step: for the ends, and where the processor cannot multiply without carries.</summary>
    internal static uint ByTable(uint register, ReadOnlySpan<byte> bytes)
    {
        for (; bytes.Length >= 8; bytes = bytes[8..])
        {
            uint low = BinaryPrimitives.ReadUInt32LittleEndian(bytes) ^ register;
            uint high = BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]);
            register = Tables[7][(byte)low] ^ Tables[6][(byte)(low >> 8)] ^ Tables[5][(byte)(low >> 16)] ^ Tables[4][low >> 24]
                ^ Tables[3][(byte)high] ^ Tables[2][(byte)(high >> 8)] ^ Tables[1][(byte)(high >> 16)] ^ Tables[0][high >> 24];
        }

        foreach (byte value in bytes)
        {
            register = Tables[0][(byte)(register ^ value)] ^ (register >> 8);
        }

        return register;
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

    /// <summary>Table k holds what a byte does to the register when k bytes follow it.</summary>
    private static uint[][] CreateTables()
    {
        uint[][] tables = [.. Enumerable.Range(0, 8).Select(_ => new uint[256])];
        for (uint value = 0; value < 256; value++)
        {
            uint register = value;
            foreach (uint[] table in tables)
            {
                for (int bit = 0; bit < 8; bit++)
                {
                    register = (register >> 1) ^ (Polynomial & (0 - (register & 1)));
                }

                table[value] = register;
            }
        }

        return tables;
    }
}
