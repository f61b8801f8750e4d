using System.IO.MemoryMappedFiles;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// A temporary file of records, mapped into memory. Where the system allows it, the file has no name any more once it is mapped,
/// so that not even a killed process leaves it behind.
/// </summary>
internal sealed class SpoolFile : IDisposable
{
    private readonly FileStream _file;
    private readonly MemoryMappedFile _map;
    private readonly MemoryMappedViewAccessor _view;

    private SpoolFile(FileStream file, RecordingProfile profile, BlockLayout layout, long[] blocks)
    {
        Profile = profile;
        Layout = layout;
        Blocks = blocks;
        _file = file;
        _map = MemoryMappedFile.CreateFromFile(file, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None, leaveOpen: true);
        _view = _map.CreateViewAccessor(0, file.Length, MemoryMappedFileAccess.Read);
    }

    /// <summary>How the records lie in it.</summary>
    public BlockLayout Layout { get; }

    /// <summary>Values a record.</summary>
    public int Values => Profile.Missing.Count;

    /// <summary>Where each block begins.</summary>
    public long[] Blocks { get; }

    /// <summary>What the records amount to.</summary>
    public RecordingProfile Profile { get; }

    /// <summary>Copies a reader's records into a new file.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="maxRows">How many rows are needed at most.</param>
    /// <param name="folder">The folder of the file; made when it is not there.</param>
    /// <param name="name">The input's name, for messages.</param>
    /// <exception cref="InputException">The input is malformed or empty, or the file cannot be written.</exception>
    public static SpoolFile Create(IRecordReader reader, long maxRows, string folder, string name)
    {
        FileStream? file = null;
        try
        {
            Directory.CreateDirectory(folder);
            string path = Path.Combine(folder, $"recording-{Guid.NewGuid():n}.tmp");
            file = new FileStream(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None, 0, FileOptions.DeleteOnClose);
            var (profile, blocks) = SpoolWriter.Copy(reader, maxRows, file, name);
            var spool = new SpoolFile(file, profile, new BlockLayout(reader.Schema.ValueCount), blocks);
            if (!OperatingSystem.IsWindows())
            {
                File.Delete(path);
            }

            return spool;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            file?.Dispose();
            throw new InputException($"{name}: no temporary copy can be made in the work folder: {e.Message}", e);
        }
        catch
        {
            file?.Dispose();
            throw;
        }
    }

    /// <summary>Keeps the records in memory's reach until <see cref="Release"/>, even when this object is disposed before.</summary>
    /// <returns>The first block.</returns>
    public unsafe byte* Acquire()
    {
        byte* start = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        return start + _view.PointerOffset;
    }

    /// <summary>Gives back what <see cref="Acquire"/> gave.</summary>
    public void Release() => _view.SafeMemoryMappedViewHandle.ReleasePointer();

    /// <inheritdoc/>
    public void Dispose()
    {
        _view.Dispose();
        _map.Dispose();
        _file.Dispose();
    }
}
