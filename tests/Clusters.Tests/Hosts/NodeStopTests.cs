using System.Diagnostics;
using System.Globalization;
using DbIngest.Clusters.Hosts;

namespace DbIngest.Clusters.Tests.Hosts;

/// <summary>How long a node that is stopped may take to end, and what becomes of one that takes longer.</summary>
public sealed class NodeStopTests : IDisposable
{
    private const string Id = "0123456789abcdef";

    /// <summary>A script that prints a number of seconds, 1,000 more at each call.</summary>
    private const string Leaping = "echo >>\"$0.calls\"; echo $(($(wc -l <\"$0.calls\") * 1000))";

    private static readonly CancellationToken None = CancellationToken.None;
    private readonly string _root = Directory.CreateTempSubdirectory("dbingest-stop-").FullName;

    private string Node => Path.Combine(_root, "n1");

    private NodeFolder Folder => new(new HostShell(null, null), Node, Id);

    public void Dispose() => Directory.Delete(_root, recursive: true);

    /// <summary>Else the next start meets a process that still has the data or the port.</summary>
    [Fact]
    public void Stop_NodeThatDoesNotEnd_KillsItsDescendantsToo()
    {
        Folder.Make([], None);
        string pid = Path.Combine(Node, "pid");
        string serve = Path.Combine(Node, "serve");
        File.WriteAllText(serve, """
            trap '' TERM
            if [ $1 -gt 0 ]; then sh "$0" $(($1 - 1)); else echo $$; while test -e "$0"; do sleep 0.1; done; fi
            :

            """);
        using var node = Process.Start(
            new ProcessStartInfo("sh", [serve, "2"]) { RedirectStandardOutput = true, UseShellExecute = false })!;
        string last = node.StandardOutput.ReadLine()!;
        File.WriteAllText(pid, node.Id.ToString(CultureInfo.InvariantCulture));

        // The minute that a node may take to end is over at once.
        var impatient = AlteredHost.Having(_root, "cut", Leaping);
        new NodeFolder(impatient, Node, Id).Stop("TERM", None).ShouldBe(StopOutcome.Killed);

        File.WriteAllText(pid, last);
        Folder.State(None).State.ShouldBe("stopped");
    }

    /// <summary>A server that is killed as it stops has to recover at its next start.</summary>
    [Fact]
    public void Stop_ClockIsSetForwardMeanwhile_LeavesTheNodeItsTime()
    {
        Folder.Make([], None);
        string serve = Path.Combine(Node, "serve");
        File.WriteAllText(serve, """
            trap 'ending=yes' TERM
            echo ready
            while [ -z "$ending" ] && test -e "$0"; do sleep 0.1; done
            sleep 0.5

            """);
        using var node = Process.Start(
            new ProcessStartInfo("sh", [serve]) { RedirectStandardOutput = true, UseShellExecute = false })!;
        node.StandardOutput.ReadLine();
        File.WriteAllText(Path.Combine(Node, "pid"), node.Id.ToString(CultureInfo.InvariantCulture));

        new NodeFolder(AlteredHost.Having(_root, "date", Leaping), Node, Id).Stop("TERM", None).ShouldBe(StopOutcome.Ended);
    }
}
