using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>
/// Encodes the two messages that announce a bulk load: the INSERT BULK statement and the description of the columns.
/// <c>SqlServerTable</c> builds one per connection, and <see cref="TdsConnection.BulkLoad"/> sends it for every load. Immutable.
/// </summary>
public sealed class TdsBulkTable
{
    private const byte ColMetadata = 0x81;

    // Column flags: nullable, and "updatability unknown", as servers describe their own tables.
    private const int NullableFlag = 0x01;
    private const int UpdatableFlag = 0x08;

    /// <summary>Builds the messages.</summary>
    /// <param name="table">The table's name, quoted.</param>
    /// <param name="columns">The table's columns, in the order of the values.</param>
    /// <param name="options">Content of the brackets behind WITH; empty for none.</param>
    public TdsBulkTable(string table, IReadOnlyList<(string Name, TdsValueType Type)> columns, string options)
    {
        string list = string.Join(", ", columns
            .Select(c => $"[{c.Name.Replace("]", "]]", StringComparison.Ordinal)}] {Sql(c.Type)}"));
        Statement = $"INSERT BULK {table} ({list}){(options.Length > 0 ? $" WITH ({options})" : string.Empty)}";
        var metadata = new TdsMessage().Byte(ColMetadata).UInt16(columns.Count);
        foreach (var (name, type) in columns)
        {
            metadata.Int32(0).UInt16(type == TdsValueType.NullableFloat ? UpdatableFlag | NullableFlag : UpdatableFlag);
            _ = type switch
            {
                TdsValueType.Int => metadata.Byte(0x38),
                TdsValueType.BigInt => metadata.Byte(0x7F),
                _ => metadata.Byte(0x6D).Byte(8),
            };
            metadata.ShortText(name);
        }

        Metadata = metadata.Payload.ToArray();
        StatementBytes = Encoding.Unicode.GetBytes(Statement);
    }

    /// <summary>The INSERT BULK statement.</summary>
    public string Statement { get; }

    /// <summary>The statement, UTF-16.</summary>
    internal byte[] StatementBytes { get; }

    /// <summary>The description of the columns, sent before the rows.</summary>
    internal byte[] Metadata { get; }

    private static string Sql(TdsValueType type) => type switch
    {
        TdsValueType.Int => "int",
        TdsValueType.BigInt => "bigint",
        _ => "float(53)",
    };
}

/// <summary>
/// Column types that a bulk load supports, with their encoding, and types of the parameters of a <see cref="TdsStatement"/>. The
/// SQL Server target names one per column or parameter. Its writer must encode the values of a bulk load exactly so.
/// </summary>
public enum TdsValueType
{
    /// <summary>int: 4 bytes, never NULL.</summary>
    Int,

    /// <summary>bigint: 8 bytes, never NULL.</summary>
    BigInt,

    /// <summary>float: a length byte 8 and 8 bytes; for NULL a length byte 0.</summary>
    NullableFloat,
}
