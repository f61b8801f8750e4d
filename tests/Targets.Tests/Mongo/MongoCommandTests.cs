using DbIngest.Targets.Mongo.Server;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Mongo;

/// <summary>The command lines of servers, without starting them.</summary>
public sealed class MongoCommandTests
{
    /// <summary>MongoDB uses IPv6 only if it is told to, and ends where an address is one.</summary>
    [Theory]
    [InlineData("127.0.0.1", false)]
    [InlineData("::1", true)]
    public void Node_Address_SaysWhetherTheServerUsesIPv6(string address, bool isUsed)
    {
        var place = new ServerPlace("n1", address, "/data");

        MongoCommand.Data("mongod", place, 27017, "set", 256, "default").Command.Contains("--ipv6").ShouldBe(isUsed);
        MongoCommand.Router("mongos", place, 27017, "config/h:1").Command.Contains("--ipv6").ShouldBe(isUsed);
    }
}
