using DbIngest.Core.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Tests.Cli;
using DbIngest.Runner.Verbs;

namespace DbIngest.Runner.Tests.Opening;

/// <summary>What the operating system allows, in the form of <c>/proc/self/limits</c>.</summary>
public class ProcessLimitsTests
{
    [Theory]
    [InlineData("--db=null --sources=300", "Max open files            400                  4096                 files",
        "300 connections take 431 open files and sockets at least, and this process may have 400 (ulimit -n)")]
    [InlineData("--db=sqlite --sources=100", "Max open files            400                  4096                 files",
        "431 open files")]
    [InlineData("--db=null --sources=300", "Max processes             200                  200                  processes",
        "330 threads at least, and this account may have 200 (ulimit -u)")]
    [InlineData("--db=null --sources=100",
        "Max stack size            8388608              unlimited            bytes\nMax address space         900000000       "
        + "     unlimited            bytes", "may have 858 (ulimit -v)")]
    public void Check_LimitTooLow_NamesItAndTheRemedy(string arguments, string limits, string said)
    {
        string message = Should.Throw<UsageException>(
            () => ProcessLimits.Check(Request(arguments), limits, isPrivileged: false, usedBytes: 1 << 28))
            .Messages.ShouldHaveSingleItem();
        message.ShouldContain(said);
        message.ShouldContain("raise it");
    }

    [Theory]
    [InlineData("--db=null --sources=200", "Max open files            400                  4096                 files")]
    [InlineData("--db=null --sources=1000+24",
        "Max open files            unlimited            unlimited            files\nMax address space         unlimited       "
        + "     unlimited            bytes")]
    [InlineData("--db=null --sources=300", "")]
    [InlineData("--db=null --sources=400@alpha+400@beta",
        "Max processes             200                  200                  processes")]
    public void Check_EnoughOrUnknown_Passes(string arguments, string limits) =>
        ProcessLimits.Check(Request(arguments), limits, isPrivileged: false, usedBytes: 1 << 28);

    [Fact]
    public void Check_PrivilegedAccount_HasNoLimitOfProcesses() =>
        ProcessLimits.Check(Request("--db=null --sources=300"),
            "Max processes             200                  200                  processes", isPrivileged: true, usedBytes: 0);

    [Fact]
    [Needs("linux")]
    public void Run_MoreConnectionsThanFiles_IsRefusedBeforeAnythingIsMeasured()
    {
        using var folder = new CommandFolder();
        var refused = folder.Shell(
            $"ulimit -n 300; exec '{CommandFolder.Program}' --db=null --records=100 --sources=500 --trials=1");
        refused.ExitCode.ShouldBe((int)ExitCode.BadArguments, refused.ToString());
        refused.Error.ShouldContain("(ulimit -n)");
        folder.HasResult.ShouldBeFalse();
    }

    [Fact]
    [Needs("linux")]
    public void Program_FewerFilesThanItTakesItself_SaysSo()
    {
        using var folder = new CommandFolder();
        var refused = folder.Shell($"ulimit -n 60; exec '{CommandFolder.Program}' --db=null --records=100 --trials=1");
        refused.ExitCode.ShouldBe((int)ExitCode.BadArguments, refused.ToString());
        refused.Error.ShouldContain("The limit of open files is 60 (ulimit -n)");
    }

    [Fact]
    public void Of_ALackOfWhatTheSystemGives_IsNoFaultOfTheProgram()
    {
        ResourceLack.Of(new IOException("Too many open files", 24)).ShouldNotBeNull().ShouldContain("ulimit -n");
        ResourceLack.Of(new InvalidOperationException("x", new InsufficientMemoryException("no thread"))).ShouldNotBeNull()
            .ShouldContain("ulimit -u");
        ResourceLack.Of(new IOException("No space left on device", 28)).ShouldBeNull();
        ResourceLack.Of(new InvalidOperationException("a fault")).ShouldBeNull();
        TargetGuard.Of(new InsufficientMemoryException("no thread"), "written to").Message.ShouldNotContain("defect");
    }

    private static SweepRequest Request(string arguments) =>
        new SweepRequestReader(Databases.All, _ => null)
            .Read((RunOptions)CommandReader.Read(["run", .. arguments.Split(' ')]).Options!);
}
