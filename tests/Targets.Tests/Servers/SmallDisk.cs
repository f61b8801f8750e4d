namespace DbIngest.Targets.Tests.Servers;

/// <summary>A file system in memory that can be made full.</summary>
internal sealed class SmallDisk : IDisposable
{
    private const string Large = "6g";

    private readonly MemoryDisk _disk;

    private SmallDisk(MemoryDisk disk) => _disk = disk;

    public string Path => _disk.Path;

    /// <summary>Mounts one.</summary>
    public static SmallDisk Mount() => new(MemoryDisk.Mount(Directory.CreateTempSubdirectory("dbingest-disk-").FullName, Large));

    /// <summary>Leaves no more room than some bytes.</summary>
    public void Fill(long left)
    {
        // What is written between looking and mounting is room that is not there: then it is looked again.
        for (int i = 0; i < 20; i++)
        {
            var disk = new DriveInfo(Path);
            if (_disk.TryResize(FormattableString.Invariant($"{disk.TotalSize - disk.TotalFreeSpace + left}")))
            {
                return;
            }
        }

        throw new InvalidOperationException("The disk cannot be made small.");
    }

    /// <summary>Gives room again.</summary>
    public void Free() => _disk.TryResize(Large).ShouldBeTrue();

    public void Dispose()
    {
        _disk.Dispose();
        Directory.Delete(Path);
    }
}
