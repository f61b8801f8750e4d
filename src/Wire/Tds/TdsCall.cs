using System.Globalization;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Encodes a call of sp_executesql (MS-TDS 2.2.6.6): a batch and its parameters' values. <see cref="TdsConnection.Query"/> calls
/// it for queries with parameters, and <see cref="TdsStatement"/> for the parts that it encodes once. It allocates per call:
/// never on the path of bulk loads.
/// </summary>
internal static class TdsCall
{
    private const int NumberedProcedure = 0xFFFF;
    private const int ExecuteSql = 10;
    private const byte IntN = 0x26;
    private const byte FloatN = 0x6D;
    private const byte NVarChar = 0xE7;

    // Longer texts are sent in chunks.
    private const int LongestTextBytes = 8000;

    /// <summary>SQL_Latin1_General_CP1_CI_AS. It does not affect UTF-16.</summary>
    private static ReadOnlySpan<byte> Collation => [0x09, 0x04, 0xD0, 0x00, 0x34];

    /// <summary>Appends the call to a message.</summary>
    /// <param name="message">The message, with its headers.</param>
    /// <param name="sql">The batch. Its parameters are <c>@p1</c> and so on.</param>
    /// <param name="parameters">Values: int, long, double or string.</param>
    public static void Write(TdsMessage message, string sql, ReadOnlySpan<object> parameters)
    {
        var declared = new string[parameters.Length];
        for (int i = 0; i < parameters.Length; i++)
        {
            declared[i] = string.Create(CultureInfo.InvariantCulture, $"@p{i + 1} {Sql(parameters[i])}");
        }

        Begin(message, sql, string.Join(", ", declared));
        for (int i = 0; i < parameters.Length; i++)
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"@p{i + 1}");
            switch (parameters[i])
            {
                case int or long:
                    message.ShortText(name).Byte(0).Byte(IntN).Byte(8).Byte(8)
                        .Int64(Convert.ToInt64(parameters[i], CultureInfo.InvariantCulture));
                    break;
                case double number:
                    message.ShortText(name).Byte(0).Byte(FloatN).Byte(8);
                    _ = double.IsNaN(number) ? message.Byte(0) : message.Byte(8).Double(number);
                    break;
                default:
                    Text(message, name, (string)parameters[i]);
                    break;
            }
        }
    }

    /// <summary>Appends the call without values: the procedure, the batch and the declarations of its parameters.</summary>
    /// <param name="message">The message, with its headers or none yet.</param>
    /// <param name="sql">The batch.</param>
    /// <param name="declarations">Names and types of the parameters.</param>
    public static void Begin(TdsMessage message, string sql, string declarations)
    {
        message.UInt16(NumberedProcedure).UInt16(ExecuteSql).UInt16(0);
        Text(message, string.Empty, sql);
        Text(message, string.Empty, declarations);
    }

    /// <summary>Appends a parameter without its value, which follows behind its length in one byte.</summary>
    public static TdsMessage Head(TdsMessage message, string name, TdsValueType type) => message.ShortText(name).Byte(0)
        .Byte(type == TdsValueType.NullableFloat ? FloatN : IntN)
        .Byte(type == TdsValueType.Int ? (byte)sizeof(int) : (byte)sizeof(long));

    private static string Sql(object value) => value switch
    {
        int or long => "bigint",
        double => "float",
        string => "nvarchar(max)",
        _ => throw new ArgumentException(
            $"A parameter cannot be a {value.GetType().Name}: give an int, a long, a double or a string.", nameof(value)),
    };

    private static void Text(TdsMessage message, string name, string value)
    {
        int bytes = 2 * value.Length;
        message.ShortText(name).Byte(0).Byte(NVarChar);
        if (bytes <= LongestTextBytes)
        {
            message.UInt16(LongestTextBytes).Bytes(Collation).UInt16(bytes).Text(value);
        }
        else
        {
            message.UInt16(0xFFFF).Bytes(Collation).Int64(bytes).Int32(bytes).Text(value).Int32(0);
        }
    }
}
