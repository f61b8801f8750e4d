using System.Buffers.Binary;

namespace DbIngest.Sources.Input;

/// <summary>The checksum of zip files (ISO 3309): polynomial 0x04C11DB7, bits reversed. Eight bytes a step, by tables.</summary>
internal sealed class Crc32
{
    private static readonly uint[][] Tables = MakeTables();

    private uint _register = uint.MaxValue;

    /// <summary>The checksum of what was added.</summary>
    public uint Value => ~_register;

    /// <summary>Adds bytes.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        uint register = _register;
        for (; bytes.Length >= 8; bytes = bytes[8..])
        {
            uint low = BinaryPrimitives.ReadUInt32LittleEndian(bytes) ^ register;
            uint high = BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]);
            register = Tables[7][(byte)low] ^ Tables[6][(byte)(low >> 8)] ^ Tables[5][(byte)(low >> 16)] ^ Tables[4][low >> 24]
                ^ Tables[3][(byte)high] ^ Tables[2][(byte)(high >> 8)] ^ Tables[1][(byte)(high >> 16)] ^ Tables[0][high >> 24];
        }

        foreach (byte b in bytes)
        {
            register = (register >> 8) ^ Tables[0][(byte)(register ^ b)];
        }

        _register = register;
    }

    /// <summary>Table k holds what a byte does to the register when k bytes follow it.</summary>
    private static uint[][] MakeTables()
    {
        uint[][] tables = [.. Enumerable.Range(0, 8).Select(_ => new uint[256])];
        for (uint b = 0; b < 256; b++)
        {
            uint register = b;
            for (int table = 0; table < tables.Length; table++)
            {
                for (int bit = 0; bit < 8; bit++)
                {
                    register = (register >> 1) ^ (0xEDB88320 & (0 - (register & 1)));
                }

                tables[table][b] = register;
            }
        }

        return tables;
    }
}
