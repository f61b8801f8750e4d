using System.Diagnostics;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Measurement;
using DbIngest.Core.Tests.Resources;

namespace DbIngest.Core.Tests.Measurement;

public sealed class MachineWatchTests : IDisposable
{
    /// <summary>The fields of proc(5): user nice system idle iowait irq softirq steal guest guest_nice.</summary>
    private const string Stat = """
        cpu  1000 20 300 9000 400 5 6 70 8 9
        cpu0 500 10 150 4500 200 2 3 35 4 4
        cpu1 500 10 150 4500 200 3 3 35 4 5
        intr 12345
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public void ParseStat_OfTheManual_LeavesOutIdleAndWaiting()
    {
        var reading = MachineReader.ParseStat(Stat).ShouldNotBeNull();
        reading.Cores.ShouldBe(2);
        reading.BusyS.ShouldBe(13.31, 1e-9);
        reading.StealS.ShouldBe(0.7, 1e-9);
    }

    [Theory]
    [InlineData("")]
    [InlineData("cpu  1 2 3")]
    [InlineData("something else")]
    public void ParseStat_Torn_IsNothing(string stat) => MachineReader.ParseStat(stat).ShouldBeNull();

    [Fact]
    public void ClockMhz_TwoCores_IsTheirMean() =>
        MachineReader.ClockMhz("processor\t: 0\ncpu MHz\t\t: 2000.5\nprocessor\t: 1\ncpu MHz\t\t: 3000.5\n").ShouldBe(2500.5);

    [Fact]
    public void ThermalThrottles_OneCoreOffline_IsTheSumOfTheOthers()
    {
        MachineReader.ThermalThrottles(_folder).ShouldBeNull();
        Write("cpu0/thermal_throttle/core_throttle_count", "3\n");
        Write("cpu1/online", "0\n");
        Write("cpu2/thermal_throttle/core_throttle_count", "4\n");

        MachineReader.ThermalThrottles(_folder).ShouldBe(7);
    }

    /// <summary>Files and units of the kernel's admin-guide/cgroup-v2.rst.</summary>
    [Fact]
    public void GroupThrottledS_Version2_IsThatOfTheNearestGroupWithAQuota()
    {
        Write("a/cpu.max", "150000 100000\n");
        Write("a/cpu.stat", "usage_usec 5\nnr_throttled 3\nthrottled_usec 1500000\n");
        Write("a/b/cpu.max", "max 100000\n");
        Write("a/b/cpu.stat", "usage_usec 5\nnr_throttled 0\nthrottled_usec 0\n");

        MachineReader.GroupThrottledS("0::/a/b", _folder).ShouldBe(1.5);
        MachineReader.GroupThrottledS("0::/", _folder).ShouldBeNull("there is no limit");
    }

    /// <summary>With a namespace of its own, the group of a container is the root.</summary>
    [Fact]
    public void GroupThrottledS_NamespaceOfAContainer_IsThatOfTheRoot()
    {
        Write("cpu.max", "50000 100000\n");
        Write("cpu.stat", "usage_usec 5\nthrottled_usec 250000\n");

        MachineReader.GroupThrottledS("0::/", _folder).ShouldBe(0.25);
        MachineReader.GroupThrottledS("0::/of/the/host", _folder).ShouldBe(0.25);
    }

    /// <summary>Files and units of the kernel's scheduler/sched-bwc.rst.</summary>
    [Fact]
    public void GroupThrottledS_Version1_IsInNanoseconds()
    {
        Write("cpu/docker/x/cpu.cfs_quota_us", "-1\n");
        Write("cpu/docker/cpu.cfs_quota_us", "50000\n");
        Write("cpu/docker/cpu.stat", "nr_periods 9\nnr_throttled 3\nthrottled_time 1500000000\n");

        MachineReader.GroupThrottledS("4:memory:/y\n3:cpu,cpuacct:/docker/x\n", _folder).ShouldBe(1.5);
    }

    [Fact]
    [Needs("linux")]
    public void OthersShare_BesideABusyProgram_SeesIt()
    {
        using var busy = Process.Start("sh", ["-c", "while :; do :; done"]);
        try
        {
            // On a machine that is full already the program gets a part of a core only: it is then others that are seen.
            MachineWatch.OthersShare([], TimeSpan.FromSeconds(1)).ShouldNotBeNull()
                .ShouldBeGreaterThan(0.5 / Environment.ProcessorCount);
        }
        finally
        {
            busy.Kill();
        }
    }

    [Fact]
    [Needs("linux")]
    public void Since_OwnWork_IsNotThatOfOthers()
    {
        var own = new ResourceGroup([new LocalProcesses(() => [Environment.ProcessId], proportional: false)]);
        double before = own.Read()!.Value.CpuS;
        var watch = new MachineWatch();
        ProcessSamplerTests.Burn(0.5);
        double used = own.Read()!.Value.CpuS - before;
        double all = watch.Since(0).OthersCpuShare!.Value;
        double others = watch.Since(used).OthersCpuShare!.Value;
        others.ShouldBeLessThan(all);
    }

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName($"{_folder}/{path}")!);
        File.WriteAllText($"{_folder}/{path}", text);
    }
}
