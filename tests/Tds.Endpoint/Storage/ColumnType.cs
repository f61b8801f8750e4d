using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using DbIngest.Tds.Endpoint.Protocol;

namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>
/// A type of a column: how it is called, described (MS-TDS 2.2.5.4) and written. As a server does, columns that cannot be null
/// come in the form without lengths.
/// </summary>
/// <param name="Name">The name in SQL.</param>
/// <param name="Token">The type's token in its nullable form.</param>
/// <param name="FixedToken">The token where there can be no null; the same where there is but one form.</param>
/// <param name="Size">Bytes of a value; of texts and binaries the most that one may have.</param>
public sealed record ColumnType(string Name, byte Token, byte FixedToken, int Size)
{
    private const byte IntN = 0x26;
    private const byte BitN = 0x68;
    private const byte FloatN = 0x6D;
    private const byte NVarChar = 0xE7;
    private const byte BigVarBinary = 0xA5;
    private const ushort NullLength = 0xFFFF;

    public static ColumnType TinyInt { get; } = new("tinyint", IntN, 0x30, 1);

    public static ColumnType SmallInt { get; } = new("smallint", IntN, 0x34, 2);

    public static ColumnType Int { get; } = new("int", IntN, 0x38, 4);

    public static ColumnType BigInt { get; } = new("bigint", IntN, 0x7F, 8);

    public static ColumnType Bit { get; } = new("bit", BitN, 0x32, 1);

    public static ColumnType Real { get; } = new("real", FloatN, 0x3B, 4);

    public static ColumnType Float { get; } = new("float", FloatN, 0x3E, 8);

    public static ColumnType Text { get; } = new("nvarchar", NVarChar, NVarChar, 8000);

    public static ColumnType Binary { get; } = new("varbinary", BigVarBinary, BigVarBinary, 8000);

    private static readonly ColumnType[] All = [TinyInt, SmallInt, Int, BigInt, Bit, Real, Float, Text, Binary];

    /// <summary>A type by its name in SQL, without its length.</summary>
    public static ColumnType Parse(string name) =>
        All.FirstOrDefault(t => string.Equals(t.Name, name, StringComparison.OrdinalIgnoreCase))
        ?? (string.Equals(name, "sysname", StringComparison.OrdinalIgnoreCase) ? Text
            : throw new ServerErrorException(2715, $"Cannot find data type {name}."));

    internal void WriteInfo(MessageWriter writer, bool isNullable)
    {
        writer.Byte(isNullable ? Token : FixedToken);
        if (Token is NVarChar or BigVarBinary)
        {
            writer.UInt16((ushort)Size);
            if (Token == NVarChar)
            {
                writer.Bytes(Tokens.Collation);
            }
        }
        else if (isNullable)
        {
            writer.Byte((byte)Size);
        }
    }

    internal void WriteValue(MessageWriter writer, object? value, bool isNullable)
    {
        switch (Token)
        {
            case NVarChar:
            case BigVarBinary:
                if (value is null)
                {
                    writer.UInt16(NullLength);
                    return;
                }

                byte[] bytes = value as byte[]
                    ?? Encoding.Unicode.GetBytes(Convert.ToString(value, CultureInfo.InvariantCulture)!);
                writer.UInt16((ushort)bytes.Length);
                writer.Bytes(bytes);
                return;
            default:
                if (value is null)
                {
                    writer.Byte(0);
                    return;
                }

                if (isNullable)
                {
                    writer.Byte((byte)Size);
                }

                WriteNumber(writer, value);
                return;
        }
    }

    /// <summary>A value of this type from the bytes that a client sent.</summary>
    internal object Read(ReadOnlySpan<byte> bytes) => Token switch
    {
        NVarChar => Encoding.Unicode.GetString(bytes),
        BigVarBinary => bytes.ToArray(),
        FloatN => bytes.Length == 4 ? BinaryPrimitives.ReadSingleLittleEndian(bytes)
            : BinaryPrimitives.ReadDoubleLittleEndian(bytes),
        _ => bytes.Length switch
        {
            1 => (long)bytes[0],
            2 => BinaryPrimitives.ReadInt16LittleEndian(bytes),
            4 => BinaryPrimitives.ReadInt32LittleEndian(bytes),
            _ => BinaryPrimitives.ReadInt64LittleEndian(bytes),
        },
    };

    private void WriteNumber(MessageWriter writer, object value)
    {
        Span<byte> bytes = stackalloc byte[8];
        if (Token == FloatN)
        {
            double number = Convert.ToDouble(value, CultureInfo.InvariantCulture);
            if (Size == 4)
            {
                BinaryPrimitives.WriteSingleLittleEndian(bytes, (float)number);
            }
            else
            {
                BinaryPrimitives.WriteDoubleLittleEndian(bytes, number);
            }
        }
        else
        {
            BinaryPrimitives.WriteInt64LittleEndian(bytes, Convert.ToInt64(value, CultureInfo.InvariantCulture));
        }

        writer.Bytes(bytes[..Size]);
    }
}
