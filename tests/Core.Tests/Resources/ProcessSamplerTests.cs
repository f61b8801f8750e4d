using System.Diagnostics;
using System.Text;
using DbIngest.Abstractions.Resources;

namespace DbIngest.Core.Tests.Resources;

public class ProcessSamplerTests
{
    [Fact]
    public void ParseStat_CommandWithBlanksAndParentheses_CountsFieldsFromTheLastOne()
    {
        string stat = "71 (a) b (c)) S 7 1 1 0 -1 0 0 0 0 0 150 50 900 900 20 0 1 0 12345 99 10 1 0 0";
        var reading = ProcessReader.ParseStat(Encoding.ASCII.GetBytes(stat));
        reading.ShouldBe(new ProcessReading(7, 12345, 2.0, 10L * Environment.SystemPageSize, null, null, 18.0));
    }

    [Theory]
    [InlineData("")]
    [InlineData("71 (a) S 7")]
    public void ParseStat_Torn_IsNothing(string stat) => ProcessReader.ParseStat(Encoding.ASCII.GetBytes(stat)).ShouldBeNull();

    [Fact]
    public void Sample_OfItself_CountsFromCreation()
    {
        int[] self = [Environment.ProcessId];
        Burn(0.3);
        var sampler = new ProcessSampler(self, proportional: false);
        sampler.Last.CpuS.ShouldBe(0);
        double before = Environment.CpuUsage.TotalTime.TotalSeconds;
        Burn(0.2);
        var sample = sampler.Sample(self);
        double after = Environment.CpuUsage.TotalTime.TotalSeconds;
        sample.CpuS.ShouldBeInRange(0.2, after - before + 0.2);
        sample.RssBytes.ShouldBeGreaterThan(1 << 20);
    }

    [Fact]
    [Needs("linux")]
    public void Sample_OfAProcessThatExits_KeepsWhatItUsed()
    {
        using var busy = Process.Start("bash", ["-c", "while :; do :; done"]);
        try
        {
            var sampler = new ProcessSampler([], proportional: true);
            sampler.HasMembers.ShouldBeFalse();
            ResourceReading running = default;
            while (running.CpuS < 0.2)
            {
                Thread.Sleep(20);
                running = sampler.Sample([busy.Id]);
            }

            running.RssBytes.ShouldBeGreaterThan(0);
            busy.Kill();
            busy.WaitForExit();
            var gone = sampler.Sample([busy.Id]);
            gone.CpuS.ShouldBe(running.CpuS);
            gone.RssBytes.ShouldBe(0);
        }
        finally
        {
            busy.Kill();
        }
    }

    [Fact]
    [Needs("storage-counters")]
    public void Sample_OfAnExitedChild_DoesNotCountItsBytesTwice()
    {
        // The parent waits for the child, and the kernel adds the child's bytes to the parent's then.
        const long Bytes = 8 << 20;

        // Beside the test itself: a temporary folder may lie in memory, where nothing is written to storage.
        string folder = Directory.CreateDirectory(Path.Combine(AppContext.BaseDirectory, Path.GetRandomFileName())).FullName;
        string script = $"dd if=/dev/zero of='{folder}/data' bs=1M count=8 conv=fsync status=none; read line; exit 0";
        var start = new ProcessStartInfo("bash", ["-c", $"bash -c \"{script}\"; echo waited; read line"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        var sampler = new ProcessSampler([], proportional: false);
        using var parent = Process.Start(start)!;
        try
        {
            int child = WaitForChild(parent.Id);
            ResourceReading written = default;
            while ((written.WrittenBytes ?? 0) < Bytes)
            {
                Thread.Sleep(20);
                written = sampler.Sample([parent.Id, child]);
            }

            parent.StandardInput.WriteLine();
            parent.StandardOutput.ReadLine().ShouldBe("waited");
            sampler.Sample([parent.Id]).WrittenBytes!.Value.ShouldBeInRange(written.WrittenBytes!.Value, Bytes * 3 / 2);
        }
        finally
        {
            parent.Kill(entireProcessTree: true);
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>As a server with a process for each connection: what one used is not lost when it ends unseen.</summary>
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, false)]
    [Needs("linux")]
    public void Sample_OfAChildThatEndedBetweenSamples_CountsItOnceWithItsParent(bool countsReaped, bool isSeen)
    {
        const string Busy = "for ((i = 0; i < 1000000; i++)); do :; done";
        var start = new ProcessStartInfo("bash", ["-c", $"read line; bash -c '{Busy}'; echo ended; read line; exit 0"])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        using var parent = Process.Start(start)!;
        try
        {
            var sampler = new ProcessSampler([parent.Id], proportional: false, countsReaped);
            parent.StandardInput.WriteLine();
            if (isSeen)
            {
                sampler.Sample([parent.Id, WaitForChild(parent.Id)]);
            }

            parent.StandardOutput.ReadLine().ShouldBe("ended");
            var stat = ProcessReader.ParseStat(File.ReadAllBytes($"/proc/{parent.Id}/stat"))!.Value;
            stat.ReapedCpuS.ShouldBeGreaterThan(0.2);
            double used = sampler.Sample([parent.Id]).CpuS;
            used.ShouldBe(countsReaped ? stat.CpuS + stat.ReapedCpuS : 0, tolerance: 0.1);
        }
        finally
        {
            parent.Kill(entireProcessTree: true);
        }
    }

    /// <summary>
    /// The connections of a trial end when its last sample is taken: the process of one may end after its parent was read.
    /// </summary>
    /// <param name="isReadBefore">True if the child is read as well before it ends.</param>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Sample_ChildReapedDuringTheReading_IsCountedOnce(bool isReadBefore)
    {
        const int Server = 10;
        const int Connection = 11;
        double used = 2;
        bool isEnding = false;
        bool hasEnded = false;
        ProcessReading? Read(int pid)
        {
            if (pid == Server)
            {
                return new ProcessReading(1, 100, 1, 0, null, null, hasEnded ? used : 0);
            }

            bool wasThere = !hasEnded;
            hasEnded |= isEnding;
            return wasThere && (isReadBefore || !hasEnded) ? new ProcessReading(Server, 101, used, 0, null, null) : null;
        }

        var sampler = new ProcessSampler([Server, Connection], proportional: false, countsReaped: true, Read);
        (used, isEnding) = (5, true);

        sampler.Sample([Server, Connection]).CpuS.ShouldBe(3);
        sampler.Sample([Server]).CpuS.ShouldBe(3);
    }

    /// <summary>Where connections end all the time, a sample comes all the same.</summary>
    [Fact]
    public void Sample_ChildrenReapedAllTheTime_Ends()
    {
        double reaped = 0;
        var sampler = new ProcessSampler([10, 11], proportional: false, countsReaped: true, pid => pid == 10
            ? new ProcessReading(1, 100, 1, 0, null, null, reaped += 0.01)
            : new ProcessReading(10, 101, 1, 0, null, null));

        sampler.Sample([10, 11]).CpuS.ShouldBeInRange(0.01, 1);
    }

    [Fact]
    public void Sample_OfNoSuchProcess_IsPassedOver()
    {
        var sampler = new ProcessSampler([int.MaxValue], proportional: true);
        sampler.Sample([int.MaxValue]).ShouldBe(new ResourceReading(0, 0, null, null));
        sampler.HasMembers.ShouldBeFalse();
    }

    internal static void Burn(double seconds)
    {
        double until = Environment.CpuUsage.TotalTime.TotalSeconds + seconds;
        while (Environment.CpuUsage.TotalTime.TotalSeconds < until)
        {
            Thread.SpinWait(1000);
        }
    }

    private static int WaitForChild(int parent)
    {
        while (true)
        {
            string children = File.ReadAllText($"/proc/{parent}/task/{parent}/children").Trim();
            if (children.Length > 0)
            {
                return int.Parse(children.Split(' ')[0]);
            }

            Thread.Sleep(5);
        }
    }
}
