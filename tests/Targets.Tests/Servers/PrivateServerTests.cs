using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public sealed class PrivateServerTests
{
    /// <summary>As on a full disk. Before a trial, data is deleted only for this exception.</summary>
    [Fact]
    public void Start_ConfigurationCannotBeWritten_IsAFailureOfTheServer()
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-test-").FullName;
        try
        {
            Should.Throw<TargetException>(() => PrivateServer.Start(new Plan(folder), static _ => { }, CancellationToken.None))
                .Message.ShouldStartWith("The Product server does not start: ");
            Directory.EnumerateFileSystemEntries(folder).ShouldBeEmpty();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>A server one of whose files is to lie in another file.</summary>
    private sealed record Plan(string Place)
        : PrivateServerPlan("test", "Product", "sleep", string.Empty, MemoryMb: null, Place, Limits: null)
    {
        public override ServerPlan Layout(string folder, FreePorts free) =>
            new([new PlannedNode(new("node", "127.0.0.1", folder), ["sleep", "60", folder])
            {
                Listens = [("127.0.0.1", 1)],
                Files = new Dictionary<string, string> { ["file"] = string.Empty, ["file/within"] = string.Empty },
            }]);

        protected override void Ask(PlannedNode node)
        {
        }
    }
}
