using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>A disk of a server's own: what fills it, and what takes it away.</summary>
public sealed class PrivateDiskTests
{
    [Theory]
    [InlineData("Name:\tx\nCapEff:\t000001ffffffffff\n", true)]
    [InlineData("CapEff:\t00000000a80425fb\n", false)]
    [InlineData("Name:\tx\n", false)]
    public void MayMount_Status_IsTheCapability(string status, bool may) => PrivateDisk.MayMount(status).ShouldBe(may);

    [Fact]
    [Needs("own disk")]
    public void Fill_Disk_HasNoSpaceUntilFreedAndTheGuardianTakesItAway()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-disk-test-").FullName;
        var guardian = new Guardian(folder, Guardian.AtOnce);
        try
        {
            var disk = PrivateDisk.In(folder);
            disk.Mount(CancellationToken.None);
            disk.Free();
            string some = Path.Combine(disk.MountPoint, "some");
            File.WriteAllBytes(some, new byte[1 << 20]);

            disk.Fill();

            Should.Throw<IOException>(() => File.WriteAllBytes(Path.Combine(disk.MountPoint, "more"), new byte[1 << 20]));
            File.Delete(some);
            disk.Fill();
            Should.Throw<IOException>(() => File.WriteAllBytes(Path.Combine(disk.MountPoint, "more"), new byte[1 << 20]));
            disk.Free();
            File.WriteAllBytes(some, new byte[1 << 20]);
        }
        finally
        {
            guardian.Dispose();
        }

        File.ReadAllText("/proc/self/mountinfo").ShouldNotContain(folder);
        Directory.Exists(folder).ShouldBeFalse();
    }

    [Fact]
    [Needs("own disk")]
    public void Mount_ImageThatCannotBeMade_SaysWhy()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-disk-test-").FullName;
        try
        {
            // A folder in the image's place.
            Directory.CreateDirectory(Path.Combine(folder, "disk.img"));

            string message = Should.Throw<TargetException>(() => PrivateDisk.In(folder).Mount(CancellationToken.None)).Message;
            message.ShouldStartWith("The server's own disk failed: ");
            message.ShouldEndWith("or leave disk-full out of --fault.");
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
