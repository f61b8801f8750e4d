using System.Diagnostics;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>Signals to a server whose processes have process groups of their own each, as PostgreSQL's have.</summary>
public sealed class ProcessTreeTests : IDisposable
{
    private readonly Process _root = Process.Start(
        new ProcessStartInfo("sh", ["-c", "setsid sh -c 'sleep 600 & wait' & wait"]) { UseShellExecute = false })!;

    private readonly IReadOnlyList<int> _tree;

    public ProcessTreeTests()
    {
        SpinWait.SpinUntil(() => ProcessTree.Of(_root.Id).Count == 3, TimeSpan.FromSeconds(30)).ShouldBeTrue();
        _tree = ProcessTree.Of(_root.Id);
    }

    public void Dispose()
    {
        ProcessTree.Kill(_root.Id);
        _root.WaitForExit();
        _root.Dispose();
    }

    [Fact]
    public void PauseAndResume_StopAndContinueAllProcesses()
    {
        ProcessTree.Pause(_root.Id).ShouldBe(_tree, ignoreOrder: true);
        Awaits(pid => StateOf(pid) == 'T');

        ProcessTree.Resume(_root.Id);
        Awaits(pid => StateOf(pid) == 'S');
    }

    [Fact]
    public void Kill_EndsAllProcesses_AlsoThoseThatStandStill()
    {
        ProcessTree.Pause(_root.Id);

        ProcessTree.Kill(_root.Id);

        Awaits(pid => StateOf(pid) is 'Z' or null);
    }

    private void Awaits(Func<int, bool> condition) =>
        SpinWait.SpinUntil(() => _tree.All(condition), TimeSpan.FromSeconds(30)).ShouldBeTrue();

    private static char? StateOf(int pid)
    {
        try
        {
            string stat = File.ReadAllText($"/proc/{pid}/stat");
            return stat[stat.LastIndexOf(')') + 2];
        }
        catch (IOException)
        {
            return null;
        }
    }
}
