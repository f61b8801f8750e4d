using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>The process of a private server as other threads see it.</summary>
public sealed class ServerProcessTests
{
    [Fact]
    public void IsRunning_Disposed_IsFalse()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            var process = new ServerProcess(folder, "log", ["sleep", "60"]);
            using var ended = new ManualResetEventSlim();
            process.Ended += ended.Set;
            process.Start();
            process.IsRunning.ShouldBeTrue();

            process.Kill();
            ended.Wait(TimeSpan.FromSeconds(30)).ShouldBeTrue();
            process.Dispose();

            // The thread that reports the end of a node asks about all of them, and may come later than the end of the server.
            (process.IsRunning, process.Id).ShouldBe((false, null));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
