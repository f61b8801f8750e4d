using DbIngest.Runner.Hosts;

namespace DbIngest.Runner.Tests.Hosts;

public sealed class LauncherTests
{
    private static readonly string[] Command = ["/opt/my tools/dbingest", "worker", "--elsewhere"];

    [Theory]
    [InlineData("ssh",
        "ssh|-T|-o|BatchMode=yes|-o|ServerAliveInterval=5|-o|ServerAliveCountMax=6|me@alpha|exec '/opt/my tools/dbingest' "
        + "worker --elsewhere")]
    [InlineData("docker", "docker|exec|-i|me@alpha|/opt/my tools/dbingest|worker|--elsewhere")]
    [InlineData("podman", "podman|exec|-i|me@alpha|/opt/my tools/dbingest|worker|--elsewhere")]
    [InlineData("kubectl", "kubectl|exec|-i|me@alpha|--|/opt/my tools/dbingest|worker|--elsewhere")]
    [InlineData("srun", "srun|--nodes=1|--ntasks=1|--nodelist=me@alpha|/opt/my tools/dbingest|worker|--elsewhere")]
    [InlineData("mycmd '{host}' -- {command}", "mycmd|me@alpha|--|/opt/my tools/dbingest|worker|--elsewhere")]
    [InlineData("a \"b c\" {host}:22 'x {command} y'", "a|b c|me@alpha:22|x '/opt/my tools/dbingest' worker --elsewhere y")]
    [InlineData("sh -c '{command}' {host}", "sh|-c|'/opt/my tools/dbingest' worker --elsewhere|me@alpha")]
    [InlineData("mycmd {host} \"{command}\"", "mycmd|me@alpha|'/opt/my tools/dbingest' worker --elsewhere")]
    [InlineData("ssh -p 2222 {host} {command}", "ssh|-p|2222|me@alpha|'/opt/my tools/dbingest' worker --elsewhere")]
    [InlineData("sudo /usr/bin/ssh {host} {command}", "sudo|/usr/bin/ssh|me@alpha|'/opt/my tools/dbingest' worker --elsewhere")]
    public void Start_Launcher_IsThatCommand(string text, string words)
    {
        var start = Launcher.Parse(text).Start("me@alpha", Command);
        string.Join('|', start.ArgumentList.Prepend(start.FileName)).ShouldBe(words);
    }

    /// <summary>A resumed sweep starts its launcher where the sweep was started, if that folder is still there.</summary>
    [Fact]
    public void Start_OfAFolder_IsThere()
    {
        string folder = Path.GetTempPath();
        Launcher.Parse("ssh -F my.config {host} {command}", folder).Start("alpha", Command).WorkingDirectory.ShouldBe(folder);
        Launcher.Parse("ssh", "/nowhere").Start("alpha", Command).WorkingDirectory.ShouldBeEmpty();
        Launcher.Parse("ssh").Start("alpha", Command).WorkingDirectory.ShouldBeEmpty();
        Launcher.Parse("./start.sh {host} {command}", folder).Start("alpha", Command).FileName.ShouldBe(folder + "./start.sh");
        Launcher.Parse("/bin/start {host} {command}", folder).Start("alpha", Command).FileName.ShouldBe("/bin/start");
        Launcher.Parse("./start.sh {host} {command}").Start("alpha", Command).FileName.ShouldBe("./start.sh");
    }

    [Theory]
    [InlineData("")]
    [InlineData("telnet")]
    [InlineData("mycmd {host}")]
    [InlineData("mycmd {command}")]
    [InlineData("{command} {host}")]
    [InlineData("mycmd '{host} {command}")]
    public void Parse_AnythingElse_IsRefused(string text) => Should.Throw<FormatException>(() => Launcher.Parse(text)).Message
        .ShouldContain($"'{text}'");
}
