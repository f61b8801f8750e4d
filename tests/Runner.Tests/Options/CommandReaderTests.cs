using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using CompareOptions = DbIngest.Runner.Options.CompareOptions;

namespace DbIngest.Runner.Tests.Options;

public class CommandReaderTests
{
    [Fact]
    public void Read_Nothing_IsRun() => CommandReader.Read([]).Options.ShouldBeOfType<RunOptions>();

    [Fact]
    public void Read_OptionsWithoutVerb_AreThoseOfRun() =>
        CommandReader.Read(["--db", "null"]).Options.ShouldBeOfType<RunOptions>().Databases!.Names.ShouldBe(["null"]);

    [Fact]
    public void Read_Words_BindToTheVerb()
    {
        CommandReader.Read(["compare", "a", "b", "--threshold", "3"]).Options.ShouldBeOfType<CompareOptions>().Folders
            .ShouldBe(["a", "b"]);
        CommandReader.Read(["verify", "--json", "folder"]).Options.ShouldBeOfType<VerifyOptions>().Folder.ShouldBe("folder");
    }

    [Theory]
    [InlineData("plna", "did you mean plan?")]
    [InlineData("xyz", "the verbs are run, plan, advise, report, compare, publish, archive, verify, serve")]
    public void Read_UnknownVerb_IsRefused(string verb, string said) =>
        Should.Throw<UsageException>(() => CommandReader.Read([verb])).Message.ShouldContain(said);

    [Theory]
    [InlineData("--help", "targets")]
    [InlineData("help", "targets")]
    [InlineData("run --help", "--in-flight")]
    [InlineData("help compare", "--threshold")]
    [InlineData("--version", "dbingest 1.")]
    public void Read_HelpOrVersion_IsText(string arguments, string contains)
    {
        var command = CommandReader.Read(arguments.Split(' '));
        command.Options.ShouldBeNull();
        command.Text.ShouldNotBeNull().ShouldContain(contains);
        command.Text.ShouldNotContain("worker");
    }

    [Fact]
    public void Help_OfRun_StatesDefaultsAndMaxima()
    {
        string help = string.Join(' ', CommandReader.Read(["run", "--help"])
            .Text!.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        string[] stated =
        [
            "Default: 10000..40000/10000. Maximum: 1,000,000,000", "Default: 1000. Maximum: 1,000,000",
            "Default: 1. Maximum: 1,024", "Default: 9, or as many as the input has. Maximum: 1,000", "Maximum: 16",
            $"Default: {Defaults.Trials}. Maximum: {NonAxisLimits.Trials}", $"Default: 8. Maximum: {SourceLayout.MaxSources}",
            $"Default: {Defaults.Retries}. Maximum: {RetryOptions.LargestMaxRetries}",
                $"Default: {Defaults.RetryDelay}. Maximum: {NonAxisLimits.RetryDelaySeconds}",
            $"Default: {Defaults.RequestTimeout}. Maximum: {NonAxisLimits.RequestTimeoutSeconds}",
                $"Maximum: {NonAxisLimits.NameLength} characters",
            $"Default: {Defaults.Seed}.", $"Default: {Defaults.Order}.", $"Default: {Defaults.Confidence}.",
        ];
        stated.ShouldAllBe(s => help.Contains(s, StringComparison.Ordinal));
    }
}
