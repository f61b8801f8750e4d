using DbIngest.Core.Results;
using DbIngest.Runner.Options;
using DbIngest.Runner.Resuming;

namespace DbIngest.Runner.Tests.Resuming;

/// <summary>What a resumed sweep, and the check of what it kept, take from the stored command.</summary>
public class ResumptionTests
{
    [Fact]
    public void Merge_EndpointOfOneDatabase_KeepsThoseOfTheOthers()
    {
        var stored = Of("--db=mysql,postgres", "--endpoint=mysql=db1", "--endpoint=postgres=db2", "--password-file=mysql=pw");

        var resumed = Resumption.Merge<RunOptions>(stored, ["--endpoint=postgres=db3", "--password-file=postgres=other"]);
        var verified = Resumption.Merge<VerifyOptions>(stored, ["--endpoint=postgres=db3", "--password-file=postgres=other"]);

        resumed.Endpoints.ShouldBe(["postgres=db3", "mysql=db1"]);
        resumed.PasswordFiles.ShouldBe(["postgres=other", "mysql=pw"]);
        verified.Endpoints.ShouldBe(["postgres=db3", "mysql=db1"]);
        verified.PasswordFiles.ShouldBe(["postgres=other", "mysql=pw"]);
    }

    /// <summary>Who resumes decides anew what is shown, and whether another run may measure at the same time.</summary>
    [Fact]
    public void Merge_OptionsOfOneStart_AreThoseOfThePresentCommand()
    {
        var stored = Of("--db=null", "--quiet", "--json", "--allow-busy", "--otlp=http://collector:4318", "--dashboard=0");

        var resumed = Resumption.Merge<RunOptions>(stored, ["--verbose"]);

        resumed.Quiet.ShouldBeFalse();
        resumed.Json.ShouldBeFalse();
        resumed.AllowBusy.ShouldBeFalse();
        resumed.Otlp.ShouldBeNull();
        resumed.Dashboard.ShouldBeNull();
        resumed.Verbose.ShouldBeTrue();
        Resumption.Merge<RunOptions>(Of("--db=null", "--verbose"), ["--quiet"]).Verbose.ShouldBeFalse();
    }

    [Fact]
    public void Merge_PrecisionAfterKeep_KeepsNothing()
    {
        var stored = Of("--db=postgres", "--endpoint=db1", "--keep");

        Resumption.Merge<RunOptions>(stored, ["--trials=5"]).Keep.ShouldBeTrue();
        Resumption.Merge<RunOptions>(stored, ["--precision=2%"]).Keep.ShouldBeFalse();
        Resumption.Merge<RunOptions>(Of("--db=postgres", "--endpoint=db1", "--keep", "--precision=2%"), []).Keep
            .ShouldBeFalse("it was extended before");
        Resumption.Merge<RunOptions>(stored, ["--precision=2%", "--keep"]).Keep.ShouldBeTrue("its user can leave it out");
    }

    private static Manifest Of(params string[] arguments) => new()
    {
        Name = "n",
        StartedUtc = DateTimeOffset.UnixEpoch,
        CommandLine = string.Empty,
        Arguments = arguments,
        Configuration = null!,
        Environment = null!,
        Targets = [],
    };
}
