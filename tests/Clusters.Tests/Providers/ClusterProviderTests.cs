using System.Diagnostics;
using DbIngest.Clusters.Hosts;
using DbIngest.Clusters.Providers;

namespace DbIngest.Clusters.Tests.Providers;

public class ClusterProviderTests
{
    [Theory]
    [InlineData("echo 12; echo 'overlay  1000 600  400  60% /data'", 12L, 400L, "overlay")]
    [InlineData("echo 12; echo '//nas/my share 1000 600 400 60% /data'", 12L, 400L, "//nas/my share")]
    [InlineData("echo du: not found >&2; echo 'overlay 1000 600 400 60% /data'", null, null, null)]
    [InlineData("exit 1", null, null, null)]
    public void Running_AnswersOfAContainer_AreItsSpace(string script, long? usedKb, long? freeKb, string? device)
    {
        var shell = new HostShell("n1", (_, _) => new ProcessStartInfo("sh", ["-c", script]) { UseShellExecute = false });

        ClusterProvider.Running(shell, "/data", 5, CancellationToken.None)
            .ShouldBe(new NodeState("running", 5, usedKb << 10, freeKb << 10, device));
    }
}
