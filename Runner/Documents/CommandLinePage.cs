using System.Reflection;
using CommandLine;
using DbIngest.Runner.Help;

namespace DbIngest.Runner.Documents;

/// <summary>
/// Writes the reference page <c>command-line.md</c> from the option classes, the guides of the verbs and the topics of the help.
/// <see cref="ReferencePages"/> lists it. Its text depends on the program only, not on the machine.
/// </summary>
internal static class CommandLinePage
{
    /// <summary>Returns the text of the page.</summary>
    /// <param name="all">The option classes of all verbs. Hidden verbs are left out.</param>
    public static string Write(IReadOnlyList<Type> all)
    {
        var page = new MarkdownPage("The command line");
        var verbs = all.Where(verb => !Of(verb).Hidden).ToList();
        page.Code(["dbingest [verb] [options]            dotnet run --project Runner -- [verb] [options]"]);
        page.Paragraph("No verb means `run`. Write an option as `--name VALUE` or `--name=VALUE`. The program refuses a "
            + "misspelt, repeated or "
            + "incomplete option and reports all faults at once, one line each: the option, the fault and the remedy.");
        page.Paragraph("`dbingest VERB --help` shows the options of one verb, `dbingest help TOPIC` the options that several "
            + "verbs share. "
            + "[What a sweep varies](../explanation/load.md) explains lists, rates, durations and mixes; "
            + "[run, interrupt, resume](../how-to/run-and-resume.md) says what happens around a run.");

        page.Heading(2, "Verbs");
        page.Table(
            ["verb", "what it does"],
            verbs.Select(verb => new[] { $"[`{Of(verb).Name}`](#{Of(verb).Name})", MarkdownPage.OfHelp(Of(verb).HelpText) }));
        foreach (var verb in verbs)
        {
            Verb(page, verb);
        }

        page.Heading(2, "Options by topic");
        page.Paragraph("Several verbs share most of these options; the last column names the verbs. `advise` refuses the options "
            + "that its own steps decide.");
        foreach (var topic in HelpTopic.All)
        {
            Topic(page, topic, verbs);
        }

        page.Heading(3, "Other options");
        Options(page, verbs,
            [.. verbs.SelectMany(HelpText.OptionsOf).Select(option => option.LongName).Distinct()
            .Where(name => HelpTopic.Of(name) is null)]);
        return page.ToString();
    }

    private static VerbAttribute Of(Type verb) => verb.GetCustomAttribute<VerbAttribute>()!;

    private static void Verb(MarkdownPage page, Type verb)
    {
        var guide = VerbGuide.Of(Of(verb).Name);
        page.Heading(3, Of(verb).Name);
        page.Code(guide.Usage.Split(" | ").Select(usage => $"dbingest {usage}"));
        var words = verb.GetProperties().Select(property => property.GetCustomAttribute<ValueAttribute>())
            .OfType<ValueAttribute>().ToList();
        if (words.Count > 0)
        {
            page.Table(["word", "meaning"], words
                .Select(word => new[] { MarkdownPage.Quoted(word.MetaName), MarkdownPage.OfHelp(word.HelpText) }));
        }

        if (guide.Examples.Count > 0)
        {
            page.Table(
                ["example", "what it does"],
                guide.Examples.Select(example =>
                    new[] { $"`dbingest {example.Command}`".Replace(" `", "`", StringComparison.Ordinal), example.Does }));
        }
    }

    private static void Topic(MarkdownPage page, HelpTopic topic, IReadOnlyList<Type> verbs)
    {
        page.Heading(3, $"{char.ToUpperInvariant(topic.Name[0])}{topic.Name[1..]}: {topic.Summary}");
        foreach (string text in topic.Text)
        {
            page.Paragraph(MarkdownPage.OfHelp(text));
        }

        page.Table(["example", "what it does"], topic.Examples
            .Select(example => new[] { $"`dbingest {example.Command}`", example.Does }));
        Options(page, verbs, topic.Options);
    }

    /// <summary>Writes one row per option, or several if the option has other help texts in some verbs.</summary>
    private static void Options(MarkdownPage page, IReadOnlyList<Type> verbs, IReadOnlyList<string> names) => page.Table(
        ["option", "meaning", "verbs"],
        names.SelectMany(name => verbs
            .SelectMany(
                verb => HelpText.OptionsOf(verb).Where(option => option.LongName == name), (verb, option) => (verb, option))
            .GroupBy(has => (has.option.MetaValue, has.option.HelpText), has => Of(has.verb).Name)
            .Select(group => new[]
            {
                $"`--{name}{(string.IsNullOrEmpty(group.Key.MetaValue) ? string.Empty : " " + group.Key.MetaValue)}`",
                MarkdownPage.OfHelp(group.Key.HelpText),
                string.Join(", ", group),
            })));
}
