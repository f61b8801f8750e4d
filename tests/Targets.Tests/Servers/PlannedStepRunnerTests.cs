using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Servers;

namespace DbIngest.Targets.Tests.Servers;

public class PlannedStepRunnerTests
{
    /// <summary>Ctrl-C would end it before the run knows why, so that a server seems unable to start.</summary>
    [Fact]
    public void Run_Command_IsNotReachedByTheTerminalOfTheRun() => PlannedStepRunner.Run(
        new(["sh", "-c", "[ \"$(cut -d ' ' -f 6 /proc/$$/stat)\" = $$ ]"]), Path.GetTempPath(), CancellationToken.None);

    [Fact]
    public void Run_CommandThatFails_SaysWhatItSaid() => Should.Throw<TargetException>(() => PlannedStepRunner.Run(
        new(["sh", "-c", "echo no room >&2; exit 1"]), Path.GetTempPath(), CancellationToken.None)).Message
        .ShouldBe("sh failed: no room");

    /// <summary>More than a pipe holds, so that the command ends while it is written.</summary>
    [Fact]
    public void Run_CommandThatFailsBeforeItReadsItsInput_SaysWhatItSaid() => Should.Throw<TargetException>(() =>
        PlannedStepRunner.Run(new(["sh", "-c", "exec <&-; echo no room >&2; exit 1"], () => new string('x', 1 << 20)),
            Path.GetTempPath(), CancellationToken.None)).Message.ShouldBe("sh failed: no room");

    [Fact]
    public void Run_CommandWithVariablesThatFails_NamesItsProgram() => Should.Throw<TargetException>(() => PlannedStepRunner.Run(
        new(["env", "REASON=no room", "sh", "-c", "echo $REASON >&2; exit 1"]), Path.GetTempPath(), CancellationToken.None))
        .Message.ShouldBe("sh failed: no room");
}
