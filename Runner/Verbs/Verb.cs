using System.Reflection;
using CommandLine;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Processes;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Registers a verb of the command line: its options and the method that executes it. <see cref="CommandReader"/> finds a verb by
/// its name, and <see cref="CommandExecution"/> executes it. <see cref="All"/> is the only list of verbs: parsing, help,
/// completion, reference pages and execution go by it.
/// </summary>
internal sealed class Verb
{
    private readonly Func<object, Command, Screen, ExitCode> _execute;

    private Verb(Type options, Func<object, Command, Screen, ExitCode> execute)
    {
        Options = options;
        _execute = execute;
    }

    /// <summary>All verbs in the order of the help. The first, <c>run</c>, is the default.</summary>
    public static IReadOnlyList<Verb> All { get; } =
    [
        Of<RunOptions>((options, command, screen) => RunVerb.Execute(options, command.Arguments, screen)),
        Of<PlanOptions>((options, _, screen) => PlanVerb.Execute(options, screen)),
        Of<AdviseOptions>((options, command, screen) => AdviseVerb.Execute(options, command.Arguments, screen)),
        OfLeavable<ReportOptions>(ReportVerb.Execute),
        OfLeavable<CompareOptions>(CompareVerb.Execute),
        OfLeavable<PublishOptions>(PublishVerb.Execute),
        OfLeavable<ArchiveOptions>(ArchiveVerb.Execute),
        Of<VerifyOptions>((options, command, screen) => VerifyVerb.Execute(options, command.Arguments, screen)),
        Of<ServeOptions>((options, _, screen) => ServeVerb.Execute(options, screen)),
        OfLeavable<TargetsOptions>(TargetsVerb.Execute),
        Of<ClusterOptions>((options, _, screen) => ClusterVerb.Execute(options, screen)),
        Of<SourcesOptions>((options, _, screen) => SourcesVerb.Execute(options, screen)),
        Of<CompletionOptions>((options, _, screen) => CompletionVerb.Execute(options, screen)),
        Of<DocsOptions>((options, _, screen) => DocsVerb.Execute(options, screen)),
        Of<WorkerOptions>((options, _, _) => WorkerVerb.Execute(options)),
        Of<TrialServiceOptions>((options, _, screen) => TrialServiceVerb.Execute(options, screen)),
    ];

    /// <summary>The class of its options, whose attributes carry the verb's name and help.</summary>
    public Type Options { get; }

    /// <summary>The word on the command line.</summary>
    public string Name => Attribute.Name;

    /// <summary>True for a verb that the program itself starts, so that help leaves it out.</summary>
    public bool IsHidden => Attribute.Hidden;

    private VerbAttribute Attribute => Options.GetCustomAttribute<VerbAttribute>()!;

    /// <summary>Executes the verb.</summary>
    /// <param name="command">A command of this verb without problems.</param>
    /// <param name="screen">Receives results and messages.</param>
    /// <returns>The exit code of the process.</returns>
    public ExitCode Execute(Command command, Screen screen) => _execute(command.Options!, command, screen);

    /// <summary>
    /// A verb that an interruption may leave behind anywhere: it only computes from stored results, or asks databases.
    /// </summary>
    private static Verb OfLeavable<T>(Func<T, Screen, ExitCode> execute)
        where T : class => Of<T>((options, _, screen) => Interruption.Run(() => execute(options, screen)));

    private static Verb Of<T>(Func<T, Command, Screen, ExitCode> execute)
        where T : class => new(typeof(T), (options, command, screen) => execute((T)options, command, screen));
}
