using System.Diagnostics;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Measurement;
using DbIngest.Core.Results;
using DbIngest.Core.Tests.Resources;

namespace DbIngest.Core.Tests.Measurement;

public class TrialSamplerTests
{
    private static readonly int[] Self = [Environment.ProcessId];

    [Fact]
    public void Stop_AfterIngestAndSettling_YieldsBothPhasesInOrder()
    {
        long records = 0;
        using var sampler = Sampler(() => Interlocked.Add(ref records, 10), []);
        sampler.Start(Stopwatch.GetTimestamp());
        WaitUntil(() => Interlocked.Read(ref records) >= 50);
        sampler.EndIngest();
        long atEnd = Interlocked.Read(ref records);
        while (sampler.SinceIngestS() < 0.05)
        {
            Thread.Sleep(5);
        }

        var report = sampler.Stop();
        var ingest = report.Samples.Where(s => s.Phase == "ingest").ToList();
        var settle = report.Samples.Where(s => s.Phase == "settle").ToList();
        ingest.Count.ShouldBeGreaterThanOrEqualTo(6);
        settle.ShouldNotBeEmpty();
        ingest.Select(s => s.AcknowledgedRecords).ShouldBeInOrder();
        ingest[^1].AcknowledgedRecords.ShouldBe(atEnd);
        settle.ShouldAllBe(s => s.AcknowledgedRecords == atEnd);
        Interlocked.Read(ref records).ShouldBe(atEnd, "not called after the end of the ingestion");
        report.Samples.Select(s => s.AtS).ShouldBeInOrder();
        report.Samples.ShouldBe([.. ingest, .. settle]);
    }

    [Fact]
    public void Stop_WithoutServerProcesses_ReportsTheClientOnly()
    {
        using var self = Process.GetCurrentProcess();
        var before = self.TotalProcessorTime;
        using var sampler = Sampler(() => 0, []);
        sampler.Start(Stopwatch.GetTimestamp());
        ProcessSamplerTests.Burn(0.1);
        var report = sampler.Stop();
        self.Refresh();
        double most = (self.TotalProcessorTime - before).TotalSeconds;
        report.Server.ShouldBeNull();
        report.Samples.ShouldAllBe(s => s.ServerCpuS == null && s.ServerRssBytes == null && s.ServerWrittenBytes == null);
        var client = report.Client.ShouldNotBeNull();

        // Other tests of this process take CPU as well. The kernel counts by ticks of 10 ms, perhaps one at each end.
        client.CpuS.ShouldBeInRange(0.1, most + 0.02);
        double elapsed = report.Samples.Last(s => s.Phase == "ingest").AtS;
        client.CpuShare.ShouldBe(client.CpuS / (elapsed * client.Cores!.Value), 1e-9);
        client.PeakRssBytes.ShouldBe(report.Samples.Where(s => s.Phase == "ingest").Max(s => s.ClientRssBytes));
    }

    [Fact]
    public void Stop_WithServerProcesses_ReportsThem()
    {
        using var sampler = Sampler(() => 0, Self);
        sampler.Start(Stopwatch.GetTimestamp());
        ProcessSamplerTests.Burn(0.1);
        sampler.EndIngest();
        var use = sampler.Stop().Server.ShouldNotBeNull();
        use.CpuS.ShouldBeGreaterThanOrEqualTo(0.1);
        use.PeakRssBytes.ShouldBeGreaterThan(1 << 20);
    }

    /// <summary>
    /// A reader that is dear, as that of a server of many processes is: what it takes is not the client's ingestion, where this
    /// process is the client.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    [Needs("thread-clock")]
    public void Stop_DearReader_IsLeftOutOfTheClientsUseWhereThatIsThisProcess(bool isClient)
    {
        using var sampler = new TrialSampler([new ElsewhereReader(2, 3)], [new DearReader()], () => 0,
            TimeSpan.FromMinutes(1))
        { IsClient = isClient };
        sampler.Start(Stopwatch.GetTimestamp());

        // The cost of a sample counts from the next one on: the client is read first.
        sampler.EndIngest();
        double client = sampler.Stop().Samples[^1].ClientCpuS;

        client.ShouldBeInRange(isClient ? 3 - 1.5 : 3, isClient ? 3 - DearReader.CpuS : 3);
    }

    private sealed class DearReader : IResourceReader
    {
        public const double CpuS = 0.2;
        public const string Clock = "/proc/thread-self/schedstat";

        public int Cores => 1;

        public ResourceReading? Read()
        {
            for (double until = Now() + CpuS; Now() < until; Thread.SpinWait(1000))
            {
            }

            return null;
        }

        private static double Now() =>
            long.Parse(File.ReadAllText(Clock).Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture) / 1e9;
    }

    [Fact]
    public void Stop_ServersOnTwoOtherHosts_AreSummedAsAShareOfTheirOwnCores()
    {
        using var sampler = new TrialSampler(Of(Self), [new ElsewhereReader(48, 3), new ElsewhereReader(16, 1)], () => 0,
            TimeSpan.FromMilliseconds(5));
        sampler.Start(Stopwatch.GetTimestamp());
        sampler.EndIngest();
        var report = sampler.Stop();
        var use = report.Server.ShouldNotBeNull();
        double elapsed = report.Samples.Last(s => s.Phase == "ingest").AtS;
        use.Cores.ShouldBe(64);
        use.CpuS.ShouldBe(4);
        use.CpuShare.ShouldBe(4 / (elapsed * 64), tolerance: 1e-9);
        use.PeakRssBytes.ShouldBe(2000);
        use.WrittenBytes.ShouldBe(14);
        use.ReadBytes.ShouldBeNull("a sum with an unknown is not known");
    }

    [Fact]
    public void EndIngest_FollowedByWork_LeavesTheWorkOutOfTheUse()
    {
        using var sampler = Sampler(() => 0, []);
        sampler.Start(Stopwatch.GetTimestamp());
        sampler.EndIngest();
        double before = Environment.CpuUsage.TotalTime.TotalSeconds;
        ProcessSamplerTests.Burn(0.3);
        double burnt = Environment.CpuUsage.TotalTime.TotalSeconds - before;
        var report = sampler.Stop();
        (report.Samples[^1].ClientCpuS - report.Client!.CpuS).ShouldBeGreaterThanOrEqualTo(burnt - 0.01);
    }

    [Fact]
    public void Run_ManySamples_KeepsAtMostTheLimitAndTheLastOfTheIngestion()
    {
        int calls = 0;
        using var sampler = new TrialSampler([], [], () => ++calls, TimeSpan.FromTicks(1000));
        sampler.Start(Stopwatch.GetTimestamp());
        WaitUntil(() => Volatile.Read(ref calls) > TrialSampler.MaxSamples + 100);
        sampler.EndIngest();
        var report = sampler.Stop();
        report.Samples.Count.ShouldBeLessThanOrEqualTo(TrialSampler.MaxSamples + 2);
        report.Samples.Select(s => s.AtS).ShouldBeInOrder();
        report.Samples.Count(s => s.Phase == "ingest").ShouldBeGreaterThan(TrialSampler.MaxSamples / 2);
        report.Samples.Last(s => s.Phase == "ingest").AcknowledgedRecords.ShouldBe(calls);
    }

    [Fact]
    public void Sample_ServerThatCannotNameItsProcesses_KeepsTheLastOnes()
    {
        int calls = 0;
        using var sampler = new TrialSampler(
            Of(Self), [new LocalProcesses(() => calls++ == 0 ? Self
                : throw new InvalidOperationException("gone"), proportional: true)], () => 0, TimeSpan.FromMilliseconds(5));
        sampler.Start(Stopwatch.GetTimestamp());
        WaitUntil(() => Volatile.Read(ref calls) > 3);
        sampler.Stop().Server.ShouldNotBeNull().PeakRssBytes.ShouldBeGreaterThan(1 << 20);
    }

    /// <summary>
    /// What a log had before the start belongs to no trial. What it has then stands at the sample that found it, lines of a kind
    /// together, and beside a stall that overlaps the time since the sample before.
    /// </summary>
    [Fact]
    public void Stop_ServerThatDidSomething_SaysWhatAndWhen()
    {
        var log = new System.Collections.Concurrent.ConcurrentQueue<string>(["checkpoint began"]);
        using var sampler = new TrialSampler(Of(Self), [], () => 0, TimeSpan.FromMilliseconds(20))
        {
            BackgroundWork = () =>
            {
                List<string> lines = [];
                while (log.TryDequeue(out string? line))
                {
                    lines.Add(line);
                }

                return lines;
            },
        };
        sampler.Start(Stopwatch.GetTimestamp());
        Thread.Sleep(60);
        sampler.EndIngest();
        log.Enqueue("compaction ended");
        log.Enqueue("compaction ended");
        WaitUntil(() => log.IsEmpty);

        var report = sampler.Stop();

        report.Work.Sum(work => work.Count).ShouldBe(2);
        report.Work.ShouldAllBe(work => work.What == "compaction ended" && work.FromS < work.UntilS);
        var done = report.Work[0];
        report.Samples.ShouldContain(sample => sample.AtS == done.UntilS);
        var stalls = new StallResult
        {
            ResolutionS = 0.01,
            MedianIntervalS = 0.001,
            ThresholdS = 0.1,
            LongestS = 1,
            LongestAtS = 0,
            Count = 2,
            TotalS = 2,
            Longest = [new Stall(done.UntilS - 0.001, 1, 0), new Stall(done.UntilS + 0.001, 1, 0)],
        }.Beside(report.Work);
        stalls.Longest[0].Meanwhile.ShouldBe(["compaction ended"]);
        (stalls.Longest[1].Meanwhile is null || report.Work.Count > 1).ShouldBeTrue();
    }

    private static TrialSampler Sampler(Func<long> acknowledged, int[] server) =>
        new(Of(Self), Of(server), acknowledged, TimeSpan.FromMilliseconds(5));

    private static IResourceReader[] Of(int[] processes) => [new LocalProcesses(() => processes, proportional: false)];

    private sealed class ElsewhereReader(int cores, double cpuS) : IResourceReader
    {
        public int Cores => cores;

        public ResourceReading? Read() => new(cpuS, 1000, null, 7);
    }

    private static void WaitUntil(Func<bool> condition) =>
        SpinWait.SpinUntil(condition, TimeSpan.FromSeconds(60)).ShouldBeTrue();
}
