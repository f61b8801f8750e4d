using DbIngest.Clusters.Tests.Containers;

namespace DbIngest.Clusters.Tests;

/// <summary>What these tests need.</summary>
internal sealed class ClusterNeeds : NeedCatalog
{
    protected override IEnumerable<Need> All =>
    [
        new("compose", "apt-get install docker-compose", () => ComposeFileTests.Tool is null
            ? "There is neither docker-compose nor docker with its plug-in compose." : null),
        new("kubectl", "apt-get install kubernetes-client", () => SearchPath.FindMissing("kubectl")),
        new("pwsh", "install PowerShell 7", () => SearchPath.FindMissing("pwsh")),
    ];
}
