namespace DbIngest.Runner.Tests.Cli;

/// <summary>Faults that a process without root cannot cause.</summary>
public class FaultNeedsTests
{
    [Theory]
    [InlineData("disk-full@1s:1s", "--fault: disk-full fills a disk")]
    [InlineData("partition@1s:1s", "--fault: partition cuts a network")]
    [Needs("another account")]
    public void Run_WithoutRoot_IsRefusedBeforeAnythingStarts(string fault, string reason)
    {
        using var folder = new CommandFolder();
        File.SetUnixFileMode(folder.Path, (UnixFileMode)0x1FF);
        using var run = folder.StartWords(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "env", "HOME=/nonexistent", CommandFolder.Program,
                "--db=postgres", "--duration=5", $"--fault={fault}", "--allow-busy"]);

        var result = run.Wait();

        result.ExitCode.ShouldBe((int)ExitCode.BadArguments, result.ToString());
        result.Error.ShouldContain(reason);
        result.Error.ShouldContain("takes root");
        result.Error.ShouldNotContain("Starting a private server");
    }
}
