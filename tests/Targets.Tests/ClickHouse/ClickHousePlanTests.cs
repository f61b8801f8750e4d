using System.Xml.Linq;
using DbIngest.Targets.ClickHouse.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.ClickHouse;

/// <summary>The files of a server, without starting it.</summary>
public sealed class ClickHousePlanTests
{
    [Fact]
    public void Node_FolderWithCharactersOfXml_IsTheFolderThatTheServerReads()
    {
        const string folder = "/data/R&D <1>/server";

        var node = new ClickHousePlan("clickhouse-server", folder, Limits: null)
            .Node(new("n1", "127.0.0.1", folder), [8123, 9000]);

        var root = XDocument.Parse(node.Files["config.xml"]).Root!;
        root.Element("path")!.Value.ShouldBe($"{folder}/data/");
        root.Element("tmp_path")!.Value.ShouldBe($"{folder}/data/tmp/");
        root.Element("users_config")!.Value.ShouldBe($"{folder}/users.xml");
    }

    /// <summary>A server at ::1 has its clients there. Old releases take 127.0.0.1 for that address alone.</summary>
    [Fact]
    public void Node_OnLoopback_LetsClientsOfBothFamiliesIn()
    {
        var node = new ClickHousePlan("clickhouse-server", "/data", Limits: null).Node(new("n1", "::1", "/data"), [8123, 9000]);

        XDocument.Parse(node.Files["users.xml"]).Descendants("ip").Select(ip => ip.Value).ShouldBe(["127.0.0.1", "::1"]);
    }

    /// <summary>The server's second port is 877 above the one for clients.</summary>
    [Fact]
    public void Refusal_PortWithoutRoomForTheSecond_NamesTheSecond()
    {
        var recipe = new ClickHouseRecipe();
        var order = new ServerOrder
        {
            Nodes = [new("n1", "127.0.0.1", "/data")],
            Port = 65_000,
            Home = "/nowhere",
            Settings = recipe.Settings.Read(null),
        };

        recipe.Refusal(order).ShouldNotBeNull().ShouldContain("65877");
        recipe.Refusal(order with { Port = 64_658 }).ShouldBeNull();
    }
}
