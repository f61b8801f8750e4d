using DbIngest.Targets.InfluxDb.Server;

namespace DbIngest.Targets.Tests.InfluxDb;

/// <summary>The file of a server, without starting it.</summary>
public sealed class InfluxPlanTests
{
    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1")]
    [InlineData("::1", "[::1]")]
    public void Node_Address_IsWrittenBeforeItsPortsAsTheServerReadsIt(string address, string expected)
    {
        var node = new InfluxPlan("influxd", "inmem", 0, 64, "/data", Limits: null)
            .Node(new("n1", address, "/data"), [8086, 8088]);

        string file = node.Files["influxdb.conf"];
        file.ShouldContain($"bind-address = \"{expected}:8086\"");
        file.ShouldContain($"bind-address = \"{expected}:8088\"");
    }

    /// <summary>The strings of TOML, in which the file is written, end at a quote and begin an escape with a backslash.</summary>
    [Fact]
    public void Node_FolderWithQuotes_IsWrittenAsTheServerReadsIt()
    {
        var node = new InfluxPlan("influxd", "inmem", 0, 64, "/data", Limits: null)
            .Node(new("n1", "127.0.0.1", """/a "b"\c"""), [8086, 8088]);

        string file = node.Files["influxdb.conf"];
        file.ShouldContain("""wal-dir = "/a \"b\"\\c/wal""");
        file.ShouldContain(""" dir = "/a \"b\"\\c/data""");
        file.ShouldContain(""" dir = "/a \"b\"\\c/meta""");
    }
}
