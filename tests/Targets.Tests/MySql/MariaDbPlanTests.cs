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
        var plan = new MariaDbPlan(new MariaDbHome("/programs/mariadbd", "/programs/mariadb-install-db"), "1", BufferPoolMb: null,
            Connections: null, Further: null, "/place", Limits: null);

        var layout = plan.Layout($"/place/what?/dbingest-mariadb-{Guid.NewGuid().ToString("N")[..8]}", new FreePorts());

        string folder = layout.FurtherFolders.ShouldHaveSingleItem();
        Directory.Delete(folder);
        layout.Nodes[0].Command.ShouldContain($"--socket={folder}/socket");
    }
}
