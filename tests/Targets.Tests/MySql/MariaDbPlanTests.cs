using DbIngest.Targets.MySql.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.MySql;

public sealed class MariaDbPlanTests
{
    /// <summary>The rest of the path would be read as options of the endpoint.</summary>
    [Fact]
    [Needs("linux")]
    public void Layout_FolderWithAQuestionMark_HasItsSocketElsewhere()
    {
        var (node, apart) = Layout("/place/what?");

        node.Command.ShouldContain($"--socket={apart}/socket");
    }

    /// <summary>The server takes a path with a colon for several folders.</summary>
    [Fact]
    [Needs("linux")]
    public void Layout_FolderWithAColon_HasItsTemporaryFilesElsewhere()
    {
        var (node, apart) = Layout("/place/a:b");

        node.Command.ShouldContain($"--tmpdir={apart}");
        node.Initialise[0].Command.ShouldContain($"TMPDIR={apart}");
    }

    private static (PlannedNode Node, string Apart) Layout(string place)
    {
        var plan = new MariaDbPlan(new MariaDbHome("/programs/mariadbd", "/programs/mariadb-install-db"), "1", BufferPoolMb: null,
            Connections: null, Further: null, "/place", Limits: null);

        var layout = plan.Layout($"{place}/dbingest-mariadb-{Guid.NewGuid().ToString("N")[..8]}", new FreePorts());

        string apart = layout.FurtherFolders.ShouldHaveSingleItem();
        Directory.Delete(apart);
        return (layout.Nodes[0], apart);
    }
}
