using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Resuming;
using DbIngest.Runner.Tests.Cli;

namespace DbIngest.Runner.Tests.Resuming;

/// <summary>The path of a database file, in a resumed sweep and in the check of what it kept.</summary>
public class EndpointPathTests
{
    /// <summary>A database of a plug-in may be a file too; its options alone name none.</summary>
    [Theory]
    [InlineData("--endpoint=filed=a.db?x=1", "--endpoint=filed=/begun/a.db?x=1")]
    [InlineData("--endpoint=a.db", "--endpoint=/begun/a.db")]
    [InlineData("--endpoint=?x=1,2", "--endpoint=?x=1,2")]
    [InlineData("--endpoint=filed=?x=1", "--endpoint=filed=?x=1")]
    public void Whole_FileOfAPlugin_StartsWhereTheSweepWasBegun(string stored, string whole) =>
        StoredPaths.Whole([stored], "/begun", [new FileDatabase()], "filed").ShouldBe([whole]);

    [Theory]
    [InlineData("a.db", "./a.db", true)]
    [InlineData("a.db", "b.db", false)]
    [InlineData("a.db", "local", false)]
    public void IsSame_PathsOfOneFile_AreTheSame(string one, string other, bool isSame)
    {
        StoredPaths.IsSame("sqlite", one, other).ShouldBe(isSame);
        StoredPaths.IsSame("sqlite", one, Path.GetFullPath(other)).ShouldBe(isSame);
        StoredPaths.IsSame("postgres", one, other).ShouldBe(one == other);
    }

    [Fact]
    public void ResumeAndVerify_SameFileByAnotherPath_GoOn()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--endpoint=kept.db", "--keep", "--records=20", "--sources=1", "--trials=2");

        folder.Expect(ExitCode.Done, "verify", folder.Result, "--endpoint=" + folder.File("kept.db"));
        folder.Expect(ExitCode.Done, "--resume", folder.Result, "--endpoint=./kept.db", "--trials=3");

        folder.Trials.Count.ShouldBe(3);
        folder.Expect(ExitCode.BadArguments, "--resume", folder.Result, "--endpoint=other.db").Error
            .ShouldContain("--endpoint of sqlite is other.db, and was kept.db");
    }

    [Fact]
    public void Verify_MissingFile_SaysSoAndMakesNone()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--endpoint=kept.db", "--keep", "--records=20", "--sources=1", "--trials=2");
        File.Delete(folder.File("kept.db"));

        folder.Expect(ExitCode.Unreachable, "verify", folder.Result).Error.ShouldContain("kept.db does not exist");

        File.Exists(folder.File("kept.db")).ShouldBeFalse();
    }

    [Fact]
    public void Verify_OtherOptions_AreRefusedInItsOwnName()
    {
        using var folder = new CommandFolder();
        folder.Expect(ExitCode.Done, "--db=sqlite", "--endpoint=kept.db", "--keep", "--records=20", "--sources=1", "--trials=2");

        string said = folder.Expect(ExitCode.BadArguments, "verify", folder.Result, "--seed=7").Error;

        said.ShouldContain("verify: --seed is 7, and was 20150331.");
        said.ShouldNotContain("--resume");
    }

    private sealed class FileDatabase : TargetDefinition
    {
        public override string Name => "filed";

        public override string Summary => Name;

        public override DataModel Model => DataModel.Relational;

        public override string Needs => "nothing";

        public override bool IsFile => true;

        public override IReadOnlyList<DurabilityContract> Contracts { get; } =
            [new("full", "full", Survival.Nothing) { IsDefault = true }];

        public override bool NamesServer(string endpoint) => !endpoint.StartsWith('?');

        public override ITarget Open(TargetOptions options) => throw new NotSupportedException();

        public override TargetAvailability Probe(TargetOptions options) => throw new NotSupportedException();
    }
}
