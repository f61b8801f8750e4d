using System.Reflection;
using CommandLine;
using CommandLine.Text;
using DbIngest.Abstractions.Endpoints;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;
using HelpText = DbIngest.Runner.Help.HelpText;

namespace DbIngest.Runner.Options;

/// <summary>Reads the command line: which verb, and its options. No verb means <c>run</c>.</summary>
internal static class CommandReader
{
    /// <summary>The option classes of the verbs; first that of <c>run</c>, which is meant where no verb is given.</summary>
    public static IReadOnlyList<Type> Verbs { get; } =
    [
        typeof(RunOptions), typeof(PlanOptions), typeof(ReportOptions), typeof(CompareOptions),
        typeof(VerifyOptions), typeof(TargetsOptions), typeof(ClusterOptions), typeof(SourcesOptions), typeof(CompletionOptions), typeof(WorkerOptions),
    ];

    /// <summary>Reads a command.</summary>
    /// <param name="arguments">The arguments of the process.</param>
    /// <returns>The verb's options with the arguments in one form and what is wrong with them, or the help or version that was asked for.</returns>
    /// <exception cref="UsageException">There is no such verb.</exception>
    public static Command Read(IReadOnlyList<string> arguments)
    {
        bool named = arguments.Count > 0 && !arguments[0].StartsWith('-');
        if (!named && arguments.Count > 0 && arguments[0] is "--help" or "-h" or "--version")
        {
            return new Command(null, [], arguments[0] == "--version" ? Version : Help.Overview());
        }

        string name = named ? arguments[0] : "run";
        if (name == "help")
        {
            return new Command(null, [], arguments.Count > 1 && !arguments[1].StartsWith('-') ? HelpOn(arguments[1]) : Help.Overview());
        }

        var verb = VerbOf(name);
        string[] rest = [.. arguments.Skip(named ? 1 : 0)];
        if (rest.Any(a => a is "--help" or "-h"))
        {
            return new Command(null, [], Help.OfVerb(verb));
        }

        var normal = new ArgumentNormalizer(verb).Normalize(rest, out var problems);
        return new Command(Bind([name, .. normal]), normal, null, problems);
    }

    /// <summary>Binds arguments that are in one form already, as a manifest keeps them.</summary>
    /// <param name="normal">The verb and its arguments.</param>
    /// <returns>The verb's options.</returns>
    public static object Bind(IReadOnlyList<string> normal)
    {
        using var parser = Parser();
        var result = parser.ParseArguments(AxisArguments.Bindable(VerbOf(normal[0]), normal), [.. Verbs]);
        return result.Value
            ?? throw new UsageException([.. result.Errors.Select(e => $"{string.Join(' ', normal)}: {SentenceBuilder.Create().FormatError(e)}.")]);
    }

    /// <summary>The options that a verb declares itself, with their dashes: not those that it shares with others.</summary>
    /// <param name="verb">The verb's options.</param>
    public static IReadOnlySet<string> OwnOptionsOf(Type verb) => verb
        .GetProperties(BindingFlags.Public | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        .Select(property => property.GetCustomAttribute<OptionAttribute>()).OfType<OptionAttribute>()
        .Select(option => "--" + option.LongName).ToHashSet(StringComparer.Ordinal);

    /// <summary>The version with the commit it was built from.</summary>
    public static string Version => "dbingest "
        + typeof(CommandReader).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    private static Type VerbOf(string name)
    {
        if (Verbs.FirstOrDefault(v => NameOf(v) == name) is { } verb)
        {
            return verb;
        }

        string[] names = [.. Verbs.Where(v => !v.GetCustomAttribute<VerbAttribute>()!.Hidden).Select(NameOf)];
        string? near = Nearest.To(name, names);
        throw new UsageException(near is null
            ? $"'{name}': not a verb; the verbs are {string.Join(", ", names)}."
            : $"'{name}': not a verb; did you mean {near}?");
    }

    private static string NameOf(Type verb) => verb.GetCustomAttribute<VerbAttribute>()!.Name;

    private static string HelpOn(string name)
    {
        if (Verbs.FirstOrDefault(v => NameOf(v) == name) is { } verb)
        {
            return Help.OfVerb(verb);
        }

        if (HelpText.Topics.Contains(name, StringComparer.Ordinal))
        {
            return Help.OfTopic(name);
        }

        string[] known = [.. Verbs.Where(v => !v.GetCustomAttribute<VerbAttribute>()!.Hidden).Select(NameOf), .. HelpText.Topics];
        string topics = $"there is help on {string.Join(", ", known)}";
        throw new UsageException($"help {name}: there is no such verb or topic; {Nearest.Remedy(name, known, topics)}.");
    }

    private static HelpText Help => new(Verbs, WrappedText.WidthOfOutput);

    private static Parser Parser() => new(settings =>
    {
        settings.HelpWriter = null;
        settings.AllowMultiInstance = true;
        settings.EnableDashDash = false;
        settings.AutoVersion = false;
    });
}
