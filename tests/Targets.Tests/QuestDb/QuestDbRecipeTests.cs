using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.QuestDb;

public sealed class QuestDbRecipeTests
{
    /// <summary>The server reads <c>http.bind.to</c> as an IPv4 address with a port, and ends at anything else.</summary>
    [Theory]
    [InlineData("127.0.0.2", null)]
    [InlineData("::1", "127.0.0.1")]
    [InlineData("localhost", "127.0.0.1")]
    [InlineData("10.0.0.1", "accepts everyone")]
    public void Refusal_AddressOtherThanIPv4OfTheMachine_NamesTheRemedy(string address, string? named)
    {
        var recipe = new QuestDbRecipe();
        string? refusal = recipe.Refusal(new ServerOrder
        {
            Nodes = [new("n1", address, "/data")],
            Port = recipe.DefaultPort,
            Home = "/nowhere",
            Settings = recipe.Settings.Read(null),
        });

        (refusal is null).ShouldBe(named is null);
        (refusal ?? string.Empty).ShouldContain(named ?? string.Empty);
    }
}
