namespace PlainFile;

/// <summary>The files of a folder: one a writer, so that processes and threads share none.</summary>
internal static class BlockFiles
{
    private const string Extension = ".blocks";

    public static string New(string folder, int source) => Path.Combine(folder, FormattableString.Invariant($"{source}-{Guid.NewGuid():N}{Extension}"));

    public static IReadOnlyList<string> In(string folder, int? source = null) =>
        Directory.Exists(folder) ? Directory.GetFiles(folder, FormattableString.Invariant($"{source}{(source is null ? "*" : "-*")}{Extension}")) : [];

    /// <summary>Whether a batch is stored, in whole.</summary>
    public static bool Holds(string folder, int source, long first, int count)
    {
        bool found = false;
        foreach (string file in In(folder, source))
        {
            Read(file, block => !(found = block.Source == source && block.First == first && block.Count == count));
            if (found)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Reads a file, block by block, up to its end or to a block that is not whole: that one was never acknowledged.</summary>
    /// <param name="file">The file.</param>
    /// <param name="take">Takes a block, whose bytes are valid until it returns; whether to go on.</param>
    /// <returns>How many were taken.</returns>
    public static int Read(string file, Func<Block, bool> take)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] room = new byte[BlockFormat.HeaderBytes];
        for (int taken = 0; ; taken++)
        {
            if (stream.ReadAtLeast(room.AsSpan(0, BlockFormat.HeaderBytes), BlockFormat.HeaderBytes, throwOnEndOfStream: false) < BlockFormat.HeaderBytes
                || !BlockFormat.TryReadHeader(room, out var block))
            {
                return taken;
            }

            int length = BlockFormat.Length(block.Count, block.Values);
            Array.Resize(ref room, Math.Max(room.Length, length));
            var columns = room.AsSpan(BlockFormat.HeaderBytes, length - BlockFormat.HeaderBytes);
            if (stream.ReadAtLeast(columns, columns.Length, throwOnEndOfStream: false) < columns.Length || !BlockFormat.IsWhole(room.AsSpan(0, length)))
            {
                return taken;
            }

            if (!take(block with { Bytes = room.AsMemory(0, length) }))
            {
                return taken + 1;
            }
        }
    }
}
