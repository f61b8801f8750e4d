using DbIngest.Runner.Options;
using DbIngest.Runner.Parsing;
using CompareOptions = DbIngest.Runner.Options.CompareOptions;

namespace DbIngest.Runner.Tests.Parsing;

public class ArgumentNormalizerTests
{
    [Fact]
    public void Normalize_MixedForms_BringsThemIntoOne() =>
        Normal<VerifyOptions>("folder", "--seed", "-5", "--db=null", "--endpoint", "a=b=c", "--json")
            .ShouldBe(["folder", "--seed=-5", "--db=null", "--endpoint=a=b=c", "--json"]);

    [Fact]
    public void Normalize_ShortOption_BecomesLong() => Normal<RunOptions>("-q").ShouldBe(["--quiet"]);

    [Fact]
    public void Normalize_RepeatableOption_IsKeptEachTime() =>
        Normal<RunOptions>("--endpoint", "a=1", "--endpoint=b=2").ShouldBe(["--endpoint=a=1", "--endpoint=b=2"]);

    [Fact]
    public void Normalize_OptionWhoseValueMayBeLeftOut_HasAWordForIt() =>
        Normal<RunOptions>("--container", "--seed=1", "--container", "postgres=some:1", "--container")
            .ShouldBe(["--container=default", "--seed=1", "--container=postgres=some:1", "--container=default"]);

    [Theory]
    [InlineData("--recrods 5", "did you mean --records?")]
    [InlineData("--nonsense 5", "--help")]
    [InlineData("--seed", "the value is missing")]
    [InlineData("--seed --json", "--seed: the value is missing")]
    [InlineData("--seed=", "the value is missing")]
    [InlineData("--seed 1 --seed 2", "given twice")]
    [InlineData("--json=no", "takes no value")]
    [InlineData("word", "'word'")]
    public void Normalize_BadArgument_IsRefusedInOneLine(string arguments, string problem)
    {
        var exception = Should.Throw<UsageException>(() => Normal<RunOptions>(arguments.Split(' ')));
        exception.Messages.Count.ShouldBe(1);
        exception.Message.ShouldContain(problem);
        exception.Message.ShouldNotContain("\n");
    }

    /// <summary>Of a script whose variable is not set.</summary>
    [Fact]
    public void Normalize_EmptyWord_IsRefused()
    {
        Should.Throw<UsageException>(() => Normal<CompareOptions>("", "results/B")).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("'': compare takes no empty argument");
        Should.Throw<UsageException>(() => Normal<CompareOptions>("A", "--against", "B", "")).Messages.ShouldHaveSingleItem()
            .ShouldStartWith("--against: '' names nothing");
    }

    [Fact]
    public void Normalize_SeveralBadArguments_NamesThemAll() =>
        Should.Throw<UsageException>(() => Normal<RunOptions>("--x1", "--batch", "--quiet=1")).Messages.Count.ShouldBe(3);

    private static IReadOnlyList<string> Normal<T>(params string[] arguments) => new ArgumentNormalizer(typeof(T))
        .Normalize(arguments);
}
