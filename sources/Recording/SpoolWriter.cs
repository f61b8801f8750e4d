using System.Runtime.InteropServices;
using DbIngest.Core.Records;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>Copies what a reader gives into a stream of blocks; memory is bounded by one block.</summary>
internal static class SpoolWriter
{
    /// <summary>Copies until the reader ends or there are enough rows.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="maxRows">How many rows are needed at most.</param>
    /// <param name="target">Where the blocks go.</param>
    /// <param name="name">The input's name, for messages.</param>
    /// <returns>What the rows amount to.</returns>
    /// <exception cref="InputException">The input is malformed or empty, or the disk is full.</exception>
    public static RecordingProfile Copy(IRecordReader reader, long maxRows, Stream target, string name)
    {
        var layout = new BlockLayout(reader.Schema.ValueCount);
        var batch = new RecordBatch(reader.Schema, layout.Rows);
        var profile = new RecordingProfile(reader.Schema.ValueCount);
        long bytes = 0;
        while (profile.Rows < maxRows && reader.Read(batch) is var count and > 0)
        {
            if (count > maxRows - profile.Rows)
            {
                batch.Reset(0, profile.Rows, (int)(maxRows - profile.Rows));
            }

            profile.Add(batch);
            try
            {
                // The arrays of a batch as large as a block are the block.
                target.Write(MemoryMarshal.AsBytes<long>(batch.Timestamps));
                target.Write(MemoryMarshal.AsBytes<double>(batch.Values));
                target.Write(MemoryMarshal.AsBytes<uint>(batch.Qualities));
                bytes += layout.Bytes;
            }
            catch (IOException e)
            {
                throw NoRoom(name, bytes, e);
            }
        }

        try
        {
            target.Flush();
        }
        catch (IOException e)
        {
            throw NoRoom(name, bytes, e);
        }

        return profile.Rows > 0 ? profile : throw new InputException($"{name}: there are no records in it.");
    }

    private static InputException NoRoom(string name, long bytes, IOException cause) => new(
        $"{name}: its temporary copy could not be written after {bytes} bytes: {cause.Message} Choose a work folder with more room.", cause);
}
