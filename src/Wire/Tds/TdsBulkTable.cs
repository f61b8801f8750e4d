using System.Text;

namespace DbIngest.Wire.Tds;

/// <summary>A table and the columns of it that a bulk load brings, as both of its messages name them; made once, used for every load.</summary>
public sealed class TdsBulkTable
{
    private const byte ColMetadata = 0x81;

    // Bits of a column's flags: nullable, and that it is not known whether it can be updated, as servers themselves describe a table's.
    private const int NullableFlag = 0x01;
    private const int UpdatableFlag = 0x08;

    /// <summary>Prepares the messages.</summary>
    /// <param name="table">The table's name, quoted as it has to be.</param>
    /// <param name="columns">Its columns, in the order of the values.</param>
    /// <param name="options">What the statement's WITH has in its brackets; empty for none.</param>
    public TdsBulkTable(string table, IReadOnlyList<(string Name, TdsBulkType Type)> columns, string options)
    {
        string list = string.Join(", ", columns.Select(c => $"[{c.Name.Replace("]", "]]", StringComparison.Ordinal)}] {Sql(c.Type)}"));
        Statement = $"INSERT BULK {table} ({list}){(options.Length > 0 ? $" WITH ({options})" : string.Empty)}";
        var metadata = new TdsMessage().Byte(ColMetadata).UInt16(columns.Count);
        foreach (var (name, type) in columns)
        {
            metadata.Int32(0).UInt16(type == TdsBulkType.NullableFloat ? UpdatableFlag | NullableFlag : UpdatableFlag);
            _ = type switch
            {
                TdsBulkType.Int => metadata.Byte(0x38),
                TdsBulkType.BigInt => metadata.Byte(0x7F),
                _ => metadata.Byte(0x6D).Byte(8),
            };
            metadata.ShortText(name);
        }

        Metadata = metadata.Payload.ToArray();
        StatementBytes = Encoding.Unicode.GetBytes(Statement);
    }

    /// <summary>The statement that announces the rows.</summary>
    public string Statement { get; }

    /// <summary>The statement in UTF-16.</summary>
    internal byte[] StatementBytes { get; }

    /// <summary>The description of the columns that goes before the rows.</summary>
    internal byte[] Metadata { get; }

    private static string Sql(TdsBulkType type) => type switch
    {
        TdsBulkType.Int => "int",
        TdsBulkType.BigInt => "bigint",
        _ => "float(53)",
    };
}

/// <summary>The types of columns that a bulk load can bring.</summary>
public enum TdsBulkType
{
    /// <summary>Four bytes, never NULL.</summary>
    Int,

    /// <summary>Eight bytes, never NULL.</summary>
    BigInt,

    /// <summary>A byte, 8, and eight more; or one byte, 0, for NULL.</summary>
    NullableFloat,
}
