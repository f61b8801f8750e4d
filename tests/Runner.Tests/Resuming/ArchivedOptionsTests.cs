using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Tests.Resuming;

/// <summary>What an archive of a stranger may decide about a run on this machine.</summary>
public class ArchivedOptionsTests
{
    [Theory]
    [InlineData("--launcher=sh -c 'evil # {host} {command}'", "--launcher")]
    [InlineData("--launcher=/tmp/ssh", "--launcher")]
    [InlineData("--launcher", "--launcher")]
    [InlineData("--plugin=evil.dll", "--plugin")]
    [InlineData("--host-program=/tmp/evil", "--host-program")]
    [InlineData("--endpoint=ado=Host=x?provider=evil.dll", "--endpoint")]
    [InlineData("--endpoint=neo4j=?home=/tmp/evil", "--endpoint")]
    [InlineData("--password-file=/etc/passwd", "--password-file")]
    [InlineData("--cluster=evil.yaml", "--cluster")]
    [InlineData("--container=postgres=evil/image", "--container")]
    [InlineData("--via=none,http://evil.example:80", "--via")]
    [InlineData("--axis=via=http://evil.example:80", "--axis")]
    [InlineData("--of-a-later-version=1", "--of-a-later-version")]
    [InlineData("evil", "evil")]
    public void Check_OptionThatStartsOrReachesSomething_IsRefusedByName(string argument, string name)
    {
        string message = Should.Throw<UsageException>(() => ArchivedOptions.Check("a.tar.gz", ["--db=sqlite", argument]))
            .Messages.ShouldHaveSingleItem();
        message.ShouldStartWith($"{name}: a.tar.gz holds ");
        message.ShouldEndWith($"give {name} again.");
    }

    [Theory]
    [InlineData("--launcher=ssh")]
    [InlineData("--launcher=kubectl")]
    [InlineData("--host-program=copy")]
    [InlineData("--container=default")]
    [InlineData("--container=postgres=default")]
    [InlineData("--via=none,service")]
    [InlineData("--sources=5@alpha+3@beta")]
    [InlineData("--batch=100,1000")]
    [InlineData("--trials=13")]
    [InlineData("--keep")]
    public void Check_OptionThatSaysWhatIsMeasured_IsTaken(string argument) =>
        Should.NotThrow(() => ArchivedOptions.Check("a.tar.gz", [argument]));

    /// <summary>A terminal must not obey what an archive says.</summary>
    [Fact]
    public void Check_ControlCharacters_AreNotRepeated() =>
        Should.Throw<UsageException>(() => ArchivedOptions.Check("a.tar.gz", ["--plugin=\u001b[2Jp.dll\u009b"]))
            .Message.Any(char.IsControl).ShouldBeFalse();
}
