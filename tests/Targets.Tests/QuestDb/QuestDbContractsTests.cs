using System.Net;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.QuestDb;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.QuestDb;

public sealed class QuestDbContractsTests
{
    private static readonly ServerAddress Server = new("http", new IPEndPoint(IPAddress.Loopback, 9000));

    [Fact]
    public void Check_ServerOfTheLevel_IsAccepted() =>
        Record.Exception(() => QuestDbContracts.Check(QuestDbContracts.All[0], "nosync", Server)).ShouldBeNull();

    /// <summary>The server also commits in ways that no level names, so a message must not tell anybody to choose them.</summary>
    [Theory]
    [InlineData("sync", "choose --durability sync, or set cairo.commit.mode=nosync")]
    [InlineData("async", "no durability is that one: set cairo.commit.mode=nosync")]
    public void Check_ServerOfAnotherMode_SaysWhatCanBeDone(string commitMode, string remedy)
    {
        var refusal = Record.Exception(() => QuestDbContracts.Check(QuestDbContracts.All[0], commitMode, Server));

        refusal.ShouldBeOfType<TargetException>().Message.ShouldContain(remedy);
    }
}
