using System.Globalization;
using System.Runtime.InteropServices;
using DbIngest.Abstractions.Targets;
using Microsoft.Win32.SafeHandles;

namespace DbIngest.Targets.Servers;

/// <summary>
/// A separate disk for a private server, which a fault of a trial fills: an ext4 image in the server's outer folder, mounted
/// there through a loop device. <see cref="PrivateServer"/> mounts one, <see cref="PrivateServerControl"/> fills and frees it at
/// the times of the fault, and the server's <see cref="Guardian"/> unmounts it. <c>FaultNeeds</c> asks for <see cref="Missing"/>
/// before a sweep. Linux only.
/// </summary>
/// <remarks>
/// The disk is an image and not memory, so that synced data reaches the disk of the work folder through a journal, and figures
/// stay those of a disk. The image takes half of the free space there, 1 to 16 GiB. The space is reserved where the file system
/// can do so, so that the image never fills the disk below.
/// </remarks>
public sealed partial class PrivateDisk
{
    /// <summary>The text of a result about a server with its own disk.</summary>
    internal const string Description = "its own, an ext4 image on the disk of the work folder, for --fault disk-full";

    private const string Folder = "disk";
    private const string FillerFile = "filler";
    private const long LargestBytes = 16L << 30;
    private const long LeastBytes = 1L << 30;
    private const long SmallestPiece = 4096;

    /// <summary>Number of the capability CAP_SYS_ADMIN, which allows a process to mount.</summary>
    private const int MountCapability = 21;

    // $1 is the image, $2 the mount point, $3 the size in bytes. No blocks are kept for root, as only some servers run as root.
    // A new image reads as zeros, so that neither inode tables nor the journal are written now or while trials run.
    private const string Script =
        """
        PATH=$PATH:/usr/sbin:/sbin
        fallocate -l "$3" "$1" 2>/dev/null || truncate -s "$3" "$1" || exit 1
        mkfs.ext4 -q -F -m 0 -T largefile -E nodiscard,lazy_itable_init=1,lazy_journal_init=1 "$1" || exit 1
        mount -o loop,noinit_itable "$1" "$2"
        """;

    private static readonly string[] Tools = ["mkfs.ext4", "mount", "umount", "fallocate"];

    private readonly string _filler;
    private SafeFileHandle? _filling;

    private PrivateDisk(string outer)
    {
        MountPoint = Path.Combine(outer, Folder);
        _filler = Path.Combine(MountPoint, FillerFile);
    }

    /// <summary>Why this process cannot mount a disk, as a clause without a remedy. Null if it can.</summary>
    public static string? Missing() =>
        !OperatingSystem.IsLinux() ? "a disk for the server can be mounted on Linux only"
        : !MayMount(File.ReadAllText("/proc/self/status")) ? "to mount a disk for the server takes root (CAP_SYS_ADMIN)"
        : !File.Exists("/dev/loop-control") ? "this machine has no loop devices (/dev/loop-control), by which images are mounted"
        : Array.Find(Tools, tool => (Programs.OnPath(tool) ?? Programs.In(["/usr/sbin", "/sbin"], tool)) is null) is { } tool
            ? $"there is no {tool}, which comes with e2fsprogs or util-linux"
        : null;

    /// <summary>Where the disk is mounted.</summary>
    internal string MountPoint { get; }

    /// <summary>Plans the disk of a server. Changes nothing.</summary>
    /// <param name="outer">The folder for the image and the mount point.</param>
    internal static PrivateDisk In(string outer) => new(outer);

    /// <summary>True if a process may mount.</summary>
    /// <param name="status">Its <c>/proc/PID/status</c>.</param>
    internal static bool MayMount(string status) => status.Split('\n')
        .FirstOrDefault(line => line.StartsWith("CapEff:", StringComparison.Ordinal)) is { } line
        && ulong.TryParse(line[7..].Trim(), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out ulong capabilities)
        && (capabilities >> MountCapability & 1) == 1;

    /// <summary>Makes and mounts the image. The guardian removes remains after a failure.</summary>
    /// <param name="cancellation">Cancels the making.</param>
    /// <exception cref="TargetException">There is too little space, or a program failed.</exception>
    internal void Mount(CancellationToken cancellation)
    {
        string outer = Path.GetDirectoryName(MountPoint)!;
        long free = new DriveInfo(outer).AvailableFreeSpace;
        long size = Math.Min(free / 2, LargestBytes);
        if (size < LeastBytes)
        {
            throw new TargetException(string.Create(CultureInfo.InvariantCulture,
                $"A disk of its own for the server takes half of the free space, at least {LeastBytes >> 20} MiB, and {outer} "
                + $"has {free >> 20} MiB free: give a --work-folder with more room."), isUnreachable: true);
        }

        Directory.CreateDirectory(MountPoint);
        PlannedStepRunner.Run(
            new(["sh", "-c", Script, "sh", MountPoint + ".img", MountPoint, size.ToString(CultureInfo.InvariantCulture)]), outer,
            cancellation, "The server's own disk",
            "Run where images can be mounted through loop devices, or leave disk-full out of --fault.");
    }

    /// <summary>Takes all free space by reserving it for one file, which is quicker than writing. May be called again.</summary>
    /// <exception cref="TargetException">The disk cannot be filled.</exception>
    internal void Fill()
    {
        _filling ??= File.OpenHandle(_filler, FileMode.OpenOrCreate, FileAccess.ReadWrite);
        long piece = Math.Max(new DriveInfo(MountPoint).TotalFreeSpace, SmallestPiece);
        for (long length = RandomAccess.GetLength(_filling); piece >= SmallestPiece;)
        {
            if (Allocate(_filling, 0, length, piece) == 0)
            {
                length += piece;
                continue;
            }

            int error = Marshal.GetLastPInvokeError();
            if (error != NoSpace)
            {
                throw new TargetException($"The server's disk cannot be filled: {Marshal.GetPInvokeErrorMessage(error)}.");
            }

            piece /= 2;
        }
    }

    /// <summary>Gives the space back. Does nothing without <see cref="Fill"/>.</summary>
    internal void Free()
    {
        _filling?.Dispose();
        _filling = null;
        File.Delete(_filler);
    }

    /// <summary>The error number ENOSPC: no space is left.</summary>
    private const int NoSpace = 28;

    [LibraryImport("libc", EntryPoint = "fallocate", SetLastError = true)]
    private static partial int Allocate(SafeFileHandle file, int mode, long offset, long length);
}
