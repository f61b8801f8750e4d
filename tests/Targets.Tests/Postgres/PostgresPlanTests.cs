using DbIngest.Targets.Postgres.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Postgres;

public sealed class PostgresPlanTests
{
    /// <summary>The server would take a folder with a comma for two, and find neither.</summary>
    [Theory]
    [InlineData("/place/dbingest-postgres-01234567", "/place/dbingest-postgres-01234567/data")]
    [InlineData("/place/a,b/dbingest-postgres-01234567", "/tmp/dbingest-socket-01234567")]
    public void Layout_Folder_HasItsSocketWhereTheServerCanMakeIt(string folder, string socket)
    {
        var plan = new PostgresPlan(new PostgresBinaries("/nowhere"), Extension: null, Connections: null, "/place", Limits: null);

        plan.Layout(folder, new FreePorts()).Nodes[0].Listens[0].Address.ShouldBe(socket);
    }
}
