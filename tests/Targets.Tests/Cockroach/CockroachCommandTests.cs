using DbIngest.Targets.Cockroach.Server;

namespace DbIngest.Targets.Tests.Cockroach;

public sealed class CockroachCommandTests
{
    /// <summary>The flag is a list of fields, FIELD=VALUE, where a text without an equals sign is the path.</summary>
    [Fact]
    public void Node_FolderWithAnEqualsSign_IsGivenAsThePathOfTheStore() =>
        CockroachCommand.Node("cockroach", "/data/batch=100", "127.0.0.1:1", "127.0.0.1:2", join: null, cacheMb: 128, sqlMb: 128)
            .ShouldContain("--store=path=/data/batch=100/data");
}
