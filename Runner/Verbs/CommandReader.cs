using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using HelpText = DbIngest.Runner.Help.HelpText;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Reads the arguments of a command into a <see cref="Command"/>. <see cref="CommandExecution"/> calls it once per command.
/// Arguments without a verb belong to <c>run</c>. It executes nothing and prints nothing.
/// </summary>
internal static class CommandReader
{
    /// <summary>The option classes of all verbs, for help and completion.</summary>
    public static IReadOnlyList<Type> Verbs { get; } = [.. Verb.All.Select(verb => verb.Options)];

    /// <summary>The program's name and version with the commit.</summary>
    public static string Version => $"dbingest {BuildStamp.Of(typeof(CommandReader)).Version}";

    private static HelpText Help => new(Verbs, WrappedText.WidthOfOutput);

    private static IEnumerable<Verb> Shown => Verb.All.Where(verb => !verb.IsHidden);

    /// <summary>Reads a command.</summary>
    /// <param name="arguments">The arguments of the process.</param>
    /// <exception cref="UsageException">
    /// The verb or topic of help does not exist. Invalid arguments are problems of the returned command instead.
    /// </exception>
    public static Command Read(IReadOnlyList<string> arguments)
    {
        bool named = arguments.Count > 0 && !arguments[0].StartsWith('-');
        if (!named && arguments.Count > 0 && arguments[0] is "--help" or "-h" or "--version")
        {
            return new Command(arguments[0] == "--version" ? Version : Help.Overview());
        }

        string name = named ? arguments[0] : Verb.All[0].Name;
        if (name == "help")
        {
            return new Command(arguments.Count > 1 && !arguments[1].StartsWith('-') ? HelpOn(arguments[1]) : Help.Overview());
        }

        var verb = VerbOf(name);
        string[] rest = [.. arguments.Skip(named ? 1 : 0)];
        if (rest.Any(a => a is "--help" or "-h"))
        {
            return new Command(Help.OfVerb(verb.Options));
        }

        var normal = new ArgumentNormalizer(verb.Options).Normalize(rest, out var problems);
        return new Command(verb, OptionBinder.Bind(verb.Options, normal), normal, null, problems);
    }

    private static Verb VerbOf(string name)
    {
        if (Verb.All.FirstOrDefault(verb => verb.Name == name) is { } known)
        {
            return known;
        }

        string[] names = [.. Shown.Select(verb => verb.Name)];
        string? near = Nearest.To(name, names);
        throw new UsageException(near is null
            ? $"'{name}': not a verb; the verbs are {string.Join(", ", names)}."
            : $"'{name}': not a verb; did you mean {near}?");
    }

    private static string HelpOn(string name)
    {
        if (Verb.All.FirstOrDefault(verb => verb.Name == name) is { } known)
        {
            return Help.OfVerb(known.Options);
        }

        if (HelpText.Topics.Contains(name, StringComparer.Ordinal))
        {
            return Help.OfTopic(name);
        }

        string[] names = [.. Shown.Select(verb => verb.Name), .. HelpText.Topics];
        string topics = $"there is help on {string.Join(", ", names)}";
        throw new UsageException($"help {name}: there is no such verb or topic; {Nearest.Remedy(name, names, topics)}.");
    }
}
