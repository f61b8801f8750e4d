using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.MySql;

public sealed class MariaDbRecipeTests
{
    private const string Open = "DROP USER IF EXISTS 'root'@'127.0.0.1', 'root'@'::1';\n";

    /// <summary>
    /// mariadb-install-db makes root of both addresses without a password. Everyone on the machine could log in, and a user of
    /// the name root could not by the password.
    /// </summary>
    [Theory]
    [InlineData("root", true)]
    [InlineData("bench", true)]
    [InlineData(null, false)]
    public void Plan_WithCredentials_LeavesNoUserWithoutAPasswordOnTheNetwork(string? user, bool isClosed) =>
        Plan(user).Initialise[1].Input!().Contains(Open, StringComparison.Ordinal).ShouldBe(isClosed);

    /// <summary>Fedora's package has the server in /usr/libexec, where it is found.</summary>
    [Fact]
    public void Plan_OfAPackage_LooksForTheServerWhereItIsFound() =>
        Plan(null).Command.ShouldContain(argument => argument.StartsWith("PATH=/usr/sbin:/usr/bin:/usr/libexec:",
            StringComparison.Ordinal));

    /// <summary>mariadb-install-db parts an option that it does not know itself at the blanks of its value.</summary>
    [Fact]
    public void Plan_DataFolder_IsMadeWithoutAnOptionThatTheScriptWouldPart()
    {
        var command = Plan(null).Initialise[0].Command;

        command.ShouldContain("TMPDIR=/nodes/n1");
        command.ShouldNotContain(argument => argument.StartsWith("--tmpdir", StringComparison.Ordinal));
    }

    /// <summary>Nodes start in their folders, where a relative path finds nothing, so the machine's server would start.</summary>
    [Fact]
    public void FindHome_RelativeFolder_IsMadeWhole() =>
        new MariaDbRecipe().FindHome("programs").ShouldBe(Path.GetFullPath("programs"));

    /// <summary>The server takes a path with a colon for several folders.</summary>
    [Theory]
    [InlineData("/nodes/n1", false)]
    [InlineData("/nodes/a:b/n1", true)]
    public void Refusal_FolderWithAColon_NamesIt(string folder, bool isRefused) =>
        (new MariaDbRecipe().Refusal(Order(null, folder))?.StartsWith("folder: ", StringComparison.Ordinal) is true)
            .ShouldBe(isRefused);

    private static PlannedNode Plan(string? user) => new MariaDbRecipe().Plan(Order(user, "/nodes/n1")).Nodes[0];

    private static ServerOrder Order(string? user, string folder) => new()
    {
        Nodes = [new("n1", "127.0.0.1", folder)],
        Port = 3306,
        Home = "/usr",
        Settings = new MariaDbRecipe().Settings.Read(null),
        User = user,
        Password = user is null ? null : new Secret("hushhush"),
    };
}
