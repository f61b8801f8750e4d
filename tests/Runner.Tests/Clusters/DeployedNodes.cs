namespace DbIngest.Runner.Tests.Clusters;

/// <summary>What a test has brought up, which is taken down while its hosts are still there.</summary>
internal sealed class DeployedNodes(ClusterFolder folder) : IDisposable
{
    public void Dispose() => folder.TakeDown();
}
