using DbIngest.Targets.Cockroach.Server;

namespace DbIngest.Targets.Tests.Cockroach;

public sealed class CockroachCommandTests
{
    /// <summary>The flag is a list of fields, FIELD=VALUE,FIELD=VALUE, and a node starts in its folder.</summary>
    [Theory]
    [InlineData("/data/batch=100")]
    [InlineData("/data/a,b")]
    public void Node_FolderWithACharacterOfTheFlag_HasItsStoreByARelativePath(string folder) =>
        CockroachCommand.Node("cockroach", folder, "127.0.0.1:1", "127.0.0.1:2", join: null, cacheMb: 128, sqlMb: 128)
            .ShouldContain("--store=path=data");
}
