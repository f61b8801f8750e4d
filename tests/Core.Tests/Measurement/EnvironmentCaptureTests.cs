using DbIngest.Abstractions.Targets;
using DbIngest.Core.Measurement;
using DbIngest.Core.Results;

namespace DbIngest.Core.Tests.Measurement;

public class EnvironmentCaptureTests : IDisposable
{
    private const string Mounts = """
        22 27 0:21 / /proc rw,relatime - proc proc rw
        27 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,discard
        30 27 0:40 / /srv/my\040data ro,nosuid master:3 shared:7 - xfs /dev/mapper/pool-data rw,noquota
        31 27 0:41 / /srv/my\040data rw - tmpfs none rw,size=4k
        torn
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-").FullName;

    [Theory]
    [InlineData("/srv/other", "/")]
    [InlineData("/srv/my data", "/srv/my data")]
    [InlineData("/srv/my data/deep/er", "/srv/my data")]
    [InlineData("/srv/my database", "/")]
    public void MountOf_Path_IsTheLongestParent(string path, string mount) => MountPoint.Of(Mounts, path)!.Path.ShouldBe(mount);

    [Fact]
    public void MountOf_TwiceMounted_IsTheUppermost() => MountPoint.Of(Mounts, "/srv/my data")!.Type.ShouldBe("tmpfs");

    [Fact]
    public void MountOf_Root_HasTypeSourceAndAllOptionsOnce() =>
        MountPoint.Of(Mounts, "/x")!.ToString().ShouldBe("ext4 on /dev/sda1 (rw,relatime,discard)");

    [Theory]
    [InlineData("cifs //files.example/ada", "rw,vers=3.1.1,username=ada,domain=EXAMPLE,addr=192.0.2.7,file_mode=0755",
        "cifs on another machine (rw,relatime,vers=3.1.1,file_mode=0755)")]
    [InlineData("nfs4 files.example:/home/ada", "rw,vers=4.2,hard,proto=tcp,clientaddr=192.0.2.8,addr=192.0.2.7",
        "nfs4 on another machine (rw,relatime,vers=4.2,hard,proto=tcp)")]
    [InlineData("fuse.sshfs ada@files.example:", "rw,user_id=0", "fuse.sshfs on another machine (rw,relatime,user_id=0)")]
    [InlineData("ext4 /dev/disk/by-path/pci-0000:00:1f.2", "rw", "ext4 on /dev/disk/by-path/pci-0000:00:1f.2 (rw,relatime)")]
    [InlineData("ext4 /dev/mapper/myhost--vg-root", "rw,discard", "ext4 on /dev/mapper/#8f14dc0e (rw,relatime,discard)")]
    [InlineData("zfs rpool/USERDATA/alice_x1y2", "rw,xattr", "zfs on #21b7cf8a (rw,relatime,xattr)")]
    [InlineData("overlay overlay", "rw,lowerdir=/users/alice/a:/users/alice/b,upperdir=/users/alice/c,workdir=/d,xino=off",
        "overlay on overlay (rw,relatime,xino=off)")]
    [InlineData("btrfs /dev/sda2", "rw,compress=zstd:1,subvolid=257,subvol=/@alice",
        "btrfs on /dev/sda2 (rw,relatime,compress=zstd:1,subvolid=257)")]
    public void MountOf_Network_NamesNeitherHostNorUser(string filesystem, string options, string words) =>
        MountPoint.Of($"21 1 0:40 / /net rw,relatime - {filesystem} {options}", "/net")!.ToString().ShouldBe(words);

    [Fact]
    public void Describe_Partition_IsThatOfItsDisk()
    {
        Write("devices/sda/sda1/partition", "1");
        Write("devices/sda/queue/rotational", "1\n");
        Write("devices/sda/queue/scheduler", "none [mq-deadline] bfq\n");
        Write("devices/sda/device/model", "Spinner 3000   \n");
        Directory.CreateDirectory($"{_folder}/dev/block");
        Directory.CreateSymbolicLink($"{_folder}/dev/block/8:1", "../../devices/sda/sda1");
        BlockDevice.Describe("8:1", "/dev/sda1", _folder).ShouldBe("sda, model Spinner 3000, rotational, scheduler mq-deadline");
        BlockDevice.Describe("8:2", "/dev/sda2", _folder).ShouldBeNull();
    }

    [Fact]
    public void Describe_MappedDevice_HasNoName()
    {
        Write("devices/dm-0/queue/rotational", "0\n");
        Write("devices/dm-0/dm/name", "myhost--vg-root\n");
        Directory.CreateDirectory($"{_folder}/dev/block");
        Directory.CreateSymbolicLink($"{_folder}/dev/block/254:0", "../../devices/dm-0");

        BlockDevice.Describe("254:0", "/dev/mapper/myhost--vg-root", _folder).ShouldBe("dm-0, not rotational");
    }

    /// <summary>What an earlier version wrote is read as what this one writes, so that its sweep can be resumed.</summary>
    [Theory]
    [InlineData("ext4 on /dev/mapper/myhost--vg-root (rw,relatime)", "ext4 on /dev/mapper/#8f14dc0e (rw,relatime)")]
    [InlineData("overlay on overlay (rw,lowerdir=/users/alice/a:/b,upperdir=/c,workdir=/d,xino=off)",
        "overlay on overlay (rw,xino=off)")]
    [InlineData("nfs4 on files.example:/home/ada (rw,vers=4.2,addr=192.0.2.7)", "nfs4 on another machine (rw,vers=4.2)")]
    [InlineData("btrfs on /dev/sda2 (rw,subvolid=257,subvol=/@alice)", "btrfs on /dev/sda2 (rw,subvolid=257)")]
    [InlineData("ext4 on /dev/sda1 (rw,relatime)", "ext4 on /dev/sda1 (rw,relatime)")]
    [InlineData("unknown", "unknown")]
    public void Without_FilesystemOfAnEarlierVersion_IsThatOfThisOne(string stored, string read)
    {
        var environment = EnvironmentCapture.Capture(_folder, BuildStamp.Of(typeof(EnvironmentCapture))) with
        {
            Filesystem = stored,
            Disk = "dm-0, model myhost--vg-root, not rotational",
        };

        var once = PersonalNames.Without(environment);

        (once.Filesystem, once.Disk).ShouldBe((read, "dm-0, not rotational"));
        PersonalNames.Without(once).ShouldBe(once);
    }

    [Fact]
    public void Limit_ControlGroupOfVersion2_IsTheLeastUpToTheRoot()
    {
        Write("a/memory.max", "2000\n");
        Write("a/b/memory.max", "max\n");
        MachineMemory.Limit("0::/a/b", _folder).ShouldBe(2000);
        MachineMemory.Limit("0::/", _folder).ShouldBeNull();
    }

    [Fact]
    public void Limit_ControlGroupOfVersion1_IsThatOfTheMemoryController()
    {
        Write("memory/docker/memory.limit_in_bytes", "3000\n");
        MachineMemory.Limit("3:cpu,cpuacct:/x\n4:memory:/docker", _folder).ShouldBe(3000);
    }

    [Fact]
    public void Capture_OfThisMachine_KnowsItAndNamesNobody()
    {
        var environment = EnvironmentCapture.Capture(_folder, BuildStamp.Of(typeof(EnvironmentCapture)));
        environment.Cores.ShouldBe(Environment.ProcessorCount);
        environment.MemoryBytes.ShouldBeGreaterThan(1 << 28);
        environment.Processor.ShouldNotBeNullOrWhiteSpace();
        environment.Runtime.ShouldContain(".NET 10");
        environment.GarbageCollector.ShouldContain("concurrent");
        environment.Machine.ShouldMatch("^[0-9a-f]{8}$");
        environment.Machine.ShouldBe(EnvironmentCapture.HashedName(Environment.MachineName));
        environment.Other.Values.ShouldAllBe(v => v.Length > 0);
        if (OperatingSystem.IsLinux())
        {
            environment.Filesystem.ShouldContain(" on ");
            environment.OperatingSystem.ShouldContain("Linux");
            environment.Other["load_average"].Split(' ').Length.ShouldBe(3);
        }
    }

    [Fact]
    public void BuildStamp_OfAnAssemblyOfThisRepository_SplitsOffTheCommit()
    {
        var stamp = BuildStamp.Of(typeof(EnvironmentCapture));
        stamp.Version.ShouldStartWith("1.0.0");
        stamp.Version.ShouldBe(stamp.Commit == "unknown" ? "1.0.0" : $"1.0.0+{stamp.Commit}");
        BuildStamp.Of((System.Reflection.Assembly?)null).ShouldBe(new BuildStamp("unknown", "unknown"));
    }

    public void Dispose()
    {
        Directory.Delete(_folder, recursive: true);
        GC.SuppressFinalize(this);
    }

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName($"{_folder}/{path}")!);
        File.WriteAllText($"{_folder}/{path}", text);
    }
}
