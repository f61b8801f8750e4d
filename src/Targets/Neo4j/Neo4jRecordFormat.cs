namespace DbIngest.Targets.Neo4j;

/// <summary>
/// Computes the space of records in the store's files from the vendor's record format (<c>record-aligned-1.1</c>, that of the
/// Community Edition): fixed widths, as many as fit whole into a page of 8 KiB. The Enterprise Edition has other formats.
/// <see cref="Neo4jTarget"/> measures space by it, because deleted records leave reusable room in the files. A pure function.
/// </summary>
/// <remarks>
/// Widths: NodeRecordFormat, RelationshipRecordFormat and PropertyRecordFormat in the sources of Neo4j's package
/// <c>neo4j-record-storage-engine</c>.
/// </remarks>
internal static class Neo4jRecordFormat
{
    private const int PageBytes = 8192;
    private const int NodeBytes = 15;
    private const int RelationshipBytes = 34;
    private const int PropertyRecordBytes = 41;

    /// <summary>
    /// Blocks per property record. A property takes one block, or two if its value does not fit beside its type: a double, and an
    /// integer of more than <see cref="BitsOfBlock"/> bits.
    /// </summary>
    private const int BlocksOfPropertyRecord = 4;

    /// <summary>Most bits of a non-negative integer that takes one block.</summary>
    public const int BitsOfBlock = 35;

    /// <summary>True if a store has this format, or the older one with the same widths.</summary>
    /// <param name="store">The server's name of the store's format, for example <c>block-block-1.1</c>. Null if unknown.</param>
    public static bool IsOf(string? store) => store is not null && (store.StartsWith("record-aligned-", StringComparison.Ordinal)
        || store.StartsWith("record-standard-", StringComparison.Ordinal));

    /// <summary>Computes the bytes of records.</summary>
    /// <param name="contents">Numbers of blocks per record, each with the number of such records.</param>
    /// <param name="isRelationship">True if the records are relationships.</param>
    public static long Bytes(IEnumerable<(long Blocks, long Records)> contents, bool isRelationship)
    {
        long records = 0;
        long propertyRecords = 0;
        foreach (var (blocks, count) in contents)
        {
            records += count;
            propertyRecords += count * ((blocks + BlocksOfPropertyRecord - 1) / BlocksOfPropertyRecord);
        }

        return Pages(records, isRelationship ? RelationshipBytes : NodeBytes) + Pages(propertyRecords, PropertyRecordBytes);
    }

    private static long Pages(long records, int width)
    {
        int fitting = PageBytes / width;
        return (records + fitting - 1) / fitting * PageBytes;
    }
}
