using DbIngest.Targets.Mongo.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>The command lines of servers, without starting them.</summary>
public sealed class MongoCommandTests
{
    /// <summary>MongoDB listens at IPv6 addresses, and connects to those of other nodes, only if it is told to.</summary>
    [Theory]
    [InlineData("127.0.0.1", false)]
    [InlineData("::1", true)]
    public void Plan_AddressOfAnyNode_SaysWhetherEveryServerUsesIPv6(string address, bool isUsed)
    {
        var recipe = new MongoRecipe();
        var order = new ServerOrder
        {
            Nodes =
            [
                new("c1", address, "/c1", MongoRole.Config), new("d1", address, "/d1", MongoRole.Data),
                new("r1", "127.0.0.1", "/r1", MongoRole.Router),
            ],
            Port = recipe.DefaultPort,
            Home = "/bin",
            Settings = recipe.Settings.Read(null),
        };

        recipe.Plan(order).Nodes.ShouldAllBe(node => node.Command.Contains("--ipv6") == isUsed);
    }
}
