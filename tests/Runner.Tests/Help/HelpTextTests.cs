using System.Reflection;
using CommandLine;
using DbIngest.Runner.Help;
using DbIngest.Runner.Options;
using DbIngest.Runner.Verbs;
using HelpText = DbIngest.Runner.Help.HelpText;

namespace DbIngest.Runner.Tests.Help;

public class HelpTextTests
{
    private static HelpText Help => new(CommandReader.Verbs, 120);

    [Fact]
    public void Options_OfRun_EachStandInOneTopic() => HelpText.OptionsOf(typeof(RunOptions))
        .Select(option => (option.LongName,
            Topics: HelpTopic.All.Count(topic => topic.Options.Contains(option.LongName, StringComparer.Ordinal))))
        .Where(found => found.Topics != 1)
        .ShouldBeEmpty();

    [Fact]
    public void Topics_NameNoOptionThatNoVerbHas()
    {
        string[] known = [.. CommandReader.Verbs.SelectMany(HelpText.OptionsOf).Select(option => option.LongName)];
        HelpTopic.All.SelectMany(topic => topic.Options).Except(known, StringComparer.Ordinal).ShouldBeEmpty();
    }

    /// <summary>Only <c>targets</c> takes all databases where no <c>--db</c> is given.</summary>
    [Fact]
    public void OfVerb_Targets_SaysThatItListsAllDatabases() =>
        string.Join(' ', Help.OfVerb(typeof(TargetsOptions)).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            .ShouldContain("Default: sqlite; of 'targets': all.");

    /// <summary>A pilot is audited as a trial is.</summary>
    [Fact]
    public void OfVerb_Plan_HasTheCodeOfAFailedAudit() =>
        Help.OfVerb(typeof(PlanOptions)).ShouldContain("\n    3  a trial failed its audit");

    [Theory]
    [InlineData("trials", "trials", "precision", "max-trials", "ab", "fail-slower")]
    [InlineData("axes", "db", "sources", "records", "batch", "launcher")]
    [InlineData("results", "out", "resume", "threshold", "gate")]
    public void OfTopic_Options_StandInTheTopicsOrder(string topic, params string[] options)
    {
        string text = Help.OfTopic(topic);
        string list = text[text.IndexOf("\nOptions", StringComparison.Ordinal)..];

        int[] places = [.. options.Select(option => list.IndexOf($"--{option} ", StringComparison.Ordinal))];

        places.ShouldAllBe(place => place > 0);
        places.ShouldBe(places.Order());
        places[0].ShouldBe(list.IndexOf("--", StringComparison.Ordinal));
    }

    [Fact]
    public void OfTopic_OptionsThatRunLacks_NameTheirVerb()
    {
        string text = string.Join(' ', Help.OfTopic("results").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));

        text.ShouldContain("counts as a loss. Default: interval. Of compare alone.");
        Help.OfTopic("trials").ShouldNotContain("--gate");
    }

    /// <summary>Words that leave a newcomer without the one who acts.</summary>
    [Theory]
    [InlineData(" our ")]
    [InlineData(" of ours")]
    [InlineData("nobody")]
    [InlineData(" of its own")]
    [InlineData("such a ")]
    [InlineData("that there are")]
    [InlineData("whose signatures count")]
    public void Options_OfEveryVerb_SayWhoActs(string words) => CommandReader.Verbs.SelectMany(HelpText.OptionsOf)
        .Select(option => $"--{option.LongName}: {option.HelpText}")
        .Where(text => text.Contains(words, StringComparison.OrdinalIgnoreCase))
        .ShouldBeEmpty();

    /// <summary>The options that extend a stored sweep, as the page on resuming has them.</summary>
    [Theory]
    [InlineData("--trials")]
    [InlineData("--max-trials")]
    [InlineData("--precision")]
    public void Option_Resume_NamesWhatExtendsASweep(string option) => HelpText.OptionsOf(typeof(RunOptions))
        .Single(resume => resume.LongName == "resume").HelpText.ShouldContain(option);

    [Fact]
    public void OfVerb_EveryVerb_ListsItsOptions()
    {
        foreach (var verb in CommandReader.Verbs.Where(verb => !verb.GetCustomAttribute<VerbAttribute>()!.Hidden))
        {
            string text = Help.OfVerb(verb);
            HelpText.OptionsOf(verb).Select(option => $"--{option.LongName}")
                .Where(name => !text.Contains(name, StringComparison.Ordinal)).ShouldBeEmpty();
        }
    }
}
