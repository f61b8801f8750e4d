using DbIngest.Wire.Cql.Frames;

namespace DbIngest.Wire.Cql.Results;

/// <summary>
/// Reads the metadata of results and prepared statements (native protocol, sections 4.2.5.2 and 4.2.5.4). Only
/// <see cref="CqlConnection"/> calls it, once per answer. It bounds every count that the server claims before it allocates.
/// </summary>
internal static class CqlMetadata
{
    private const int GlobalTable = 0x01, HasMorePages = 0x02, NoMetadata = 0x04, MetadataChanged = 0x08;

    // The protocol sets no limit on nested types. The call stack needs one.
    private const int MaxTypeDepth = 32;

    /// <summary>Reads the metadata of rows.</summary>
    /// <param name="body">The result's body, positioned at its metadata. The call moves it to the first row.</param>
    /// <param name="known">The prepared statement's columns, for a result that does not repeat them.</param>
    /// <param name="pagingState">The position of the next page; empty after the last page.</param>
    public static IReadOnlyList<CqlColumn> ReadRows(ref CqlReader body, IReadOnlyList<CqlColumn> known, out byte[] pagingState)
    {
        int flags = body.Int32();
        int count = Count(ref body);
        pagingState = (flags & HasMorePages) != 0 ? body.Bytes(out _).ToArray() : [];
        if ((flags & MetadataChanged) != 0)
        {
            body.ShortBytes();
        }

        if ((flags & NoMetadata) == 0)
        {
            return ReadColumns(ref body, flags, count);
        }

        return known.Count == count ? known
            : throw new WireProtocolException($"The server sent {count} columns; the prepared statement has {known.Count}.");
    }

    /// <summary>Reads the answer to PREPARE behind its result kind.</summary>
    public static CqlPrepared ReadPrepared(string cql, CqlReader body, int version)
    {
        byte[] id = body.ShortBytes().ToArray();
        byte[] resultId = version >= 5 ? body.ShortBytes().ToArray() : [];
        int flags = body.Int32();
        int count = Count(ref body);
        body.Take(2 * Count(ref body));
        var parameters = (flags & NoMetadata) == 0 ? ReadColumns(ref body, flags, count) : [];
        return new CqlPrepared(cql, id, resultId, parameters, ReadRows(ref body, [], out _));
    }

    private static int Count(ref CqlReader body)
    {
        int count = body.Int32();
        return count is >= 0 and <= ushort.MaxValue
            ? count
            : throw new WireProtocolException($"A message of the server claims {count} columns.");
    }

    private static List<CqlColumn> ReadColumns(ref CqlReader body, int flags, int count)
    {
        if ((flags & GlobalTable) != 0)
        {
            body.ShortBytes();
            body.ShortBytes();
        }

        var columns = new List<CqlColumn>();
        for (int i = 0; i < count; i++)
        {
            if ((flags & GlobalTable) == 0)
            {
                body.ShortBytes();
                body.ShortBytes();
            }

            string name = body.String();
            columns.Add(new CqlColumn(name, ReadType(ref body, 0)));
        }

        return columns;
    }

    /// <summary>Reads a type and returns its outermost id.</summary>
    private static int ReadType(ref CqlReader body, int depth)
    {
        const int Custom = 0x0000, List = 0x0020, Map = 0x0021, Set = 0x0022, UserDefined = 0x0030, Tuple = 0x0031;
        if (depth > MaxTypeDepth)
        {
            throw new WireProtocolException($"A column's type is nested more than {MaxTypeDepth} levels deep.");
        }

        int type = body.UInt16();
        switch (type)
        {
            case Custom:
                body.ShortBytes();
                break;
            case List or Set:
                ReadType(ref body, depth + 1);
                break;
            case Map:
                ReadType(ref body, depth + 1);
                ReadType(ref body, depth + 1);
                break;
            case UserDefined:
                body.ShortBytes();
                body.ShortBytes();
                for (int left = body.UInt16(); left > 0; left--)
                {
                    body.ShortBytes();
                    ReadType(ref body, depth + 1);
                }

                break;
            case Tuple:
                for (int left = body.UInt16(); left > 0; left--)
                {
                    ReadType(ref body, depth + 1);
                }

                break;
        }

        return type;
    }
}
