using System.IO.MemoryMappedFiles;
using DbIngest.Sources.Input;

namespace DbIngest.Sources.Recording;

/// <summary>
/// A temporary file of records, mapped into memory. <see cref="RecordingWorkload"/> creates one per recording before a sweep.
/// Sources read it during trials. Read-only once created, and safe for many sources. On Unix the file's name is deleted once it
/// is mapped, so that not even a killed process leaves the file behind.
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
        _map = MemoryMappedFile.CreateFromFile(file, null, 0, MemoryMappedFileAccess.Read, HandleInheritability.None,
            leaveOpen: true);
        _view = _map.CreateViewAccessor(0, file.Length, MemoryMappedFileAccess.Read);
    }

    public BlockLayout Layout { get; }

    public int Values => Profile.Missing.Count;

    /// <summary>Offset of each block in the file.</summary>
    public long[] Blocks { get; }

    /// <summary>Counts and times of the records.</summary>
    public RecordingProfile Profile { get; }

    /// <summary>Copies a reader's records into a new file.</summary>
    /// <param name="maxRows">The most rows to copy.</param>
    /// <param name="folder">The folder of the file; created if necessary.</param>
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

    /// <summary>Pins the mapping until <see cref="Release"/>, even if this object is disposed before.</summary>
    /// <returns>The first block.</returns>
    public unsafe byte* Acquire()
    {
        byte* start = null;
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref start);
        return start + _view.PointerOffset;
    }

    /// <summary>Ends one <see cref="Acquire"/>.</summary>
    public void Release() => _view.SafeMemoryMappedViewHandle.ReleasePointer();

    /// <inheritdoc/>
    public void Dispose()
    {
        _view.Dispose();
        _map.Dispose();
        _file.Dispose();
    }
}
