namespace DbIngest.Targets.Neo4j;

/// <summary>
/// The room that records take in the store's files, by the vendor's record format (<c>record-aligned-1.1</c>, that of the
/// Community Edition): fixed widths, as many in a page of 8 KiB as fit whole.
/// </summary>
/// <remarks>Widths: Neo4j's own sources, NodeRecordFormat, RelationshipRecordFormat and PropertyRecordFormat of its package
/// <c>neo4j-record-storage-engine</c>.</remarks>
internal static class RecordFormat
{
    private const int PageBytes = 8192;
    private const int NodeBytes = 15;
    private const int RelationshipBytes = 34;
    private const int PropertyRecordBytes = 41;

    /// <summary>
    /// A property record holds so many blocks. A property takes one, or two where its value does not fit beside its type: a
    /// double, and a whole number of more than <see cref="BitsOfBlock"/>.
    /// </summary>
    private const int BlocksOfPropertyRecord = 4;

    /// <summary>A whole number of so many bits, not negative, takes one block.</summary>
    public const int BitsOfBlock = 35;

    /// <summary>The bytes of some records.</summary>
    /// <param name="contents">Numbers of blocks, and how many records have so many.</param>
    /// <param name="isRelationship">Whether they are relationships.</param>
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
