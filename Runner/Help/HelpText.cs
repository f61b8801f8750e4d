using System.Reflection;
using CommandLine;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Help;

/// <summary>
/// Writes the help: an overview, a verb with its options by topic, or a topic. An object writes one text only:
/// <c>CommandReader</c> creates one for each. The texts of options stand in the option classes and in <c>SweepAxes</c>, those of
/// topics in <see cref="HelpTopic"/>, examples in <see cref="VerbGuide"/>.
/// </summary>
/// <param name="verbs">The option classes of all verbs.</param>
/// <param name="width">Characters per line.</param>
internal sealed class HelpText(IReadOnlyList<Type> verbs, int width)
{
    private const int CommentColumn = 50;
    private const string Program = "dbingest";
    private const string ExitCodesTopic = "exit-codes";
    private const int Indent = 2;
    private const int NameWidth = 28;

    private readonly WrappedText _text = new(width);

    /// <summary>The names of the topics.</summary>
    public static IReadOnlyList<string> Topics { get; } = [.. HelpTopic.All.Select(topic => topic.Name), ExitCodesTopic];

    private IEnumerable<VerbAttribute> Visible => verbs.Select(verb => verb.GetCustomAttribute<VerbAttribute>()!)
        .Where(verb => !verb.Hidden);

    /// <summary>Writes an overview that fits on a screen: verbs, examples, and where to read on.</summary>
    public string Overview()
    {
        Line($"{Program}: how fast can this database take my measurements, for sure?");
        Heading($"{Program} [verb] [options]");
        foreach (var verb in Visible)
        {
            Entry(verb.Name, verb.HelpText);
        }

        Heading("Examples");
        Examples([VerbGuide.Of("run").Examples[0], VerbGuide.Of("run").Examples[1], VerbGuide.Of("compare").Examples[0]]);
        Heading("More");
        Entry("VERB --help", "the options of a verb, with examples and exit codes");
        Entry("help TOPIC", $"one of {string.Join(", ", Topics)}");
        return _text.ToString();
    }

    /// <summary>Writes the help of a verb: usage, examples, options by topic, exit codes.</summary>
    public string OfVerb(Type verb)
    {
        var attribute = verb.GetCustomAttribute<VerbAttribute>()!;
        var guide = VerbGuide.Of(attribute.Name);
        Line($"{Program} {guide.Usage}");
        Line(attribute.HelpText);
        if (guide.Examples.Count > 0)
        {
            Heading("Examples");
            Examples(guide.Examples);
        }

        var words = verb.GetProperties().Select(property => property.GetCustomAttribute<ValueAttribute>())
            .OfType<ValueAttribute>().ToList();
        if (words.Count > 0)
        {
            Heading("Words");
            words.ForEach(word => Entry(word.MetaName, word.HelpText));
        }

        foreach (var group in OptionsOf(verb).GroupBy(option => HelpTopic.Of(option.LongName))
            .OrderBy(group => IndexOf(group.Key)))
        {
            Heading(group.Key is { } topic ? $"{Capital(topic.Name)}: {topic.Summary}" : "Other options");
            foreach (var option in group.OrderBy(option => group.Key?.Options.ToList().IndexOf(option.LongName)))
            {
                Option(option);
            }
        }

        Heading("Exit codes");
        ExitCode[] codes = [ExitCode.Done, ExitCode.BadArguments, .. guide.Codes, ExitCode.InternalError, ExitCode.Interrupted];
        Array.ForEach(codes, code => Wrapped(ExitCodeHelp.Line(code), Indent + 5));
        return _text.ToString();
    }

    /// <summary>Writes a topic with its options, whichever verbs have them.</summary>
    /// <param name="topicName">One of <see cref="Topics"/>.</param>
    public string OfTopic(string topicName)
    {
        if (topicName == ExitCodesTopic)
        {
            Line("Exit codes");
            Line(string.Empty);
            Array.ForEach(Enum.GetValues<ExitCode>(), code => Wrapped(ExitCodeHelp.Line(code), Indent + 5));
            Line(string.Empty);
            Line(ExitCodeHelp.Precedence);
            return _text.ToString();
        }

        var topic = HelpTopic.All.First(topic => topic.Name == topicName);
        Line($"{Capital(topic.Name)}: {topic.Summary}");
        foreach (string paragraph in topic.Text)
        {
            Line(string.Empty);
            Wrapped(paragraph, 0);
        }

        Heading("Examples");
        Examples(topic.Examples);
        Heading("Options");
        foreach (string name in topic.Options)
        {
            TopicOption(name);
        }

        return _text.ToString();
    }

    /// <summary>Lists the visible options of a verb, axes last.</summary>
    /// <param name="verb">The option class of the verb.</param>
    public static IEnumerable<OptionAttribute> OptionsOf(Type verb) => verb.GetProperties()
        .Select(property => property.GetCustomAttribute<OptionAttribute>()).OfType<OptionAttribute>()
            .Where(option => !option.Hidden)
        .Concat(AxisArguments.Of(verb).Select(AxisArguments.Declare));

    private static int IndexOf(HelpTopic? topic)
    {
        int index = HelpTopic.All.ToList().FindIndex(other => other == topic);
        return index < 0 ? int.MaxValue : index;
    }

    private static string Capital(string word) => char.ToUpperInvariant(word[0]) + word[1..];

    /// <summary>Writes an option in the words of the first verb that has it. Names its verbs if <c>run</c> lacks it.</summary>
    private void TopicOption(string name)
    {
        var having = verbs
            .Select(verb => (Verb: verb.GetCustomAttribute<VerbAttribute>()!, Option: OptionsOf(verb)
            .FirstOrDefault(option => option.LongName == name)))
            .Where(found => found.Option is not null && !found.Verb.Hidden).ToList();
        string only = having[0].Verb.Name == "run" ? string.Empty
            : $" Of {string.Join(" and ", having.Select(found => found.Verb.Name))} alone.";
        Option(having[0].Option!, only);
    }

    private void Option(OptionAttribute option, string remark = "")
    {
        string letter = option.ShortName.Length > 0 ? $"-{option.ShortName}, " : string.Empty;
        Entry($"{letter}--{option.LongName}{(string.IsNullOrEmpty(option.MetaValue) ? string.Empty : " " + option.MetaValue)}",
            option.HelpText + remark);
    }

    private void Examples(IReadOnlyList<(string Command, string Does)> examples)
    {
        foreach (var (command, does) in examples)
        {
            // Commands never wrap, so that users can copy them. A long explanation stands above its command.
            string line = $"{new string(' ', Indent)}{Program} {command}".TrimEnd();
            string padded = line.Length < CommentColumn ? line.PadRight(CommentColumn) : line + "  ";
            if (padded.Length + does.Length + 2 <= width)
            {
                Line($"{padded}# {does}");
                continue;
            }

            Wrapped($"# {does}", Indent + 2);
            Line(line);
        }
    }

    private void Heading(string text)
    {
        Line(string.Empty);
        Line(text);
    }

    private void Line(string text) => _text.Line(text);

    private void Entry(string name, string text) => _text.Entry(name, text, NameWidth);

    private void Wrapped(string text, int indent) => _text.Wrap(indent == 0 ? text : new string(' ', Indent) + text, indent);
}
