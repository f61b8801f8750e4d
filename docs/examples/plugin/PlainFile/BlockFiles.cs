using DbIngest.Abstractions.Records;

namespace PlainFile;

/// <summary>The files of a folder: one a writer, so that processes and threads share none.</summary>
internal static class BlockFiles
{
    private const string Extension = ".blocks";

    public static string New(string folder, int source) =>
        Path.Combine(folder, FormattableString.Invariant($"{source}-{Guid.NewGuid():N}{Extension}"));

    public static IReadOnlyList<string> In(string folder, int? source = null) =>
        Directory.Exists(folder)
            ? Directory.GetFiles(folder, FormattableString.Invariant($"{source}{(source is null ? "*" : "-*")}{Extension}")) : [];

    /// <summary>Finds out what became of a batch, and erases what is there of it in part.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="batch">The batch.</param>
    /// <returns>Whether all of it is stored.</returns>
    public static bool Settle(string folder, RecordBatch batch)
    {
        bool isStored = false;
        foreach (string file in In(folder, batch.Source))
        {
            var parts = new List<long>();
            Read(file, (block, position) =>
            {
                bool isWhole = block.First == batch.FirstSequence && block.Count == batch.Count;
                isStored |= isWhole;
                if (!isWhole && block.First < batch.FirstSequence + batch.Count
                    && batch.FirstSequence < block.First + block.Count)
                {
                    parts.Add(position);
                }
            });
            using var handle = File.OpenHandle(file, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
            parts.ForEach(position => RandomAccess.Write(handle, BlockFormat.ErasedMark, position));
        }

        return isStored;
    }

    /// <summary>
    /// Reads a file, block by block, up to its end or to a block that is not whole: that one was never acknowledged.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="take">Takes a block, whose bytes are valid until it returns, and where it begins.</param>
    public static void Read(string file, Action<Block, long> take)
    {
        using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        byte[] room = new byte[BlockFormat.HeaderBytes];
        while (true)
        {
            long position = stream.Position;
            if (stream.ReadAtLeast(room.AsSpan(0, BlockFormat.HeaderBytes), BlockFormat.HeaderBytes,
                throwOnEndOfStream: false) < BlockFormat.HeaderBytes
                || !BlockFormat.TryReadHeader(room, out var block))
            {
                return;
            }

            int length = BlockFormat.Length(block.Count, block.Values);
            Array.Resize(ref room, Math.Max(room.Length, length));
            var columns = room.AsSpan(BlockFormat.HeaderBytes, length - BlockFormat.HeaderBytes);
            if (stream.ReadAtLeast(columns, columns.Length, throwOnEndOfStream: false) < columns.Length
                || !(block.IsErased || BlockFormat.IsWhole(room.AsSpan(0, length))))
            {
                return;
            }

            if (!block.IsErased)
            {
                take(block with { Bytes = room.AsMemory(0, length) }, position);
            }
        }
    }
}
