using DbIngest.Core.Results;
using DbIngest.Runner.Options;
using DbIngest.Runner.Processes;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>An empty folder in which the built program is run, as a user would.</summary>
internal sealed class CommandFolder : IDisposable
{
    /// <summary>Small but complete: two points, three trials each.</summary>
    public static readonly string[] Small = ["--records=500,1000", "--sources=2", "--batch=100", "--trials=3", "--warmup=1"];

    private readonly Dictionary<string, string> _environment = new(StringComparer.Ordinal);
    private bool _alone;

    public CommandFolder() => Path = Directory.CreateTempSubdirectory("dbingest-test-").FullName;

    public static string Program => System.IO.Path.Combine(AppContext.BaseDirectory, "dbingest");

    public string Path { get; }

    /// <summary>The only result folder. One that was killed before its manifest was written is none.</summary>
    public string Result => Results.ShouldHaveSingleItem();

    public bool HasResult => Results.Any();

    private IEnumerable<string> Results => Directory.Exists(File("results"))
        ? Directory.GetDirectories(File("results"), "2*")
            .Where(d => System.IO.File.Exists(System.IO.Path.Combine(d, "manifest.json")))
        : [];

    /// <summary>Waits until a running sweep has stored its first trial.</summary>
    public void WaitForTrial() => Poll.Until(
        () => HasResult && System.IO.File.Exists(System.IO.Path.Combine(Result, "trials.jsonl")) && Trials.Count > 0,
        TimeSpan.FromMinutes(10)).ShouldBeTrue("no trial was stored");

    public IReadOnlyList<TrialResult> Trials =>
        [.. Journal.Read(System.IO.Path.Combine(Result, "trials.jsonl")).OfType<TrialResult>()];

    public string File(string name) => System.IO.Path.Combine(Path, name);

    public CommandFolder With(string variable, string value)
    {
        _environment[variable] = value;
        return this;
    }

    public RunningCommand Start(params string[] arguments) => StartWords([Program, .. arguments]);

    /// <summary>
    /// A test is no measurement: it neither waits for another run on the machine nor keeps one from it, and its code stays cold.
    /// </summary>
    public RunningCommand StartWords(IEnumerable<string> words)
    {
        var environment = new Dictionary<string, string>(_environment, StringComparer.Ordinal);
        environment.TryAdd(SweepOptions.RehearsalVariable, "0");
        environment.TryAdd(MachineRuns.FolderVariable, File($"locks-{Guid.NewGuid():N}"));
        return new RunningCommand(Path, environment, words);
    }

    /// <summary>
    /// Runs a command within this process, which is quick. One whose environment is its own, or of a folder that
    /// <see cref="InItsOwnProcess"/> was called for, gets a process.
    /// </summary>
    public CommandResult Run(params string[] arguments)
    {
        if (!_alone && _environment.Count == 0)
        {
            return InProcessCommand.Run(Path, arguments);
        }

        using var command = Start(arguments);
        return command.Wait();
    }

    /// <summary>Runs a command within this process in a folder below, as a user who went there.</summary>
    public CommandResult RunIn(string folder, params string[] arguments) => InProcessCommand.Run(File(folder), arguments);

    /// <summary>
    /// Has every command started as a process: for tests that look at the process itself, or limit it, and for commands that take
    /// long, for which others would wait.
    /// </summary>
    public CommandFolder InItsOwnProcess()
    {
        _alone = true;
        return this;
    }

    /// <summary>Runs a line as a shell would.</summary>
    public CommandResult Shell(string line)
    {
        using var command = StartWords(["sh", "-c", line]);
        return command.Wait();
    }

    /// <summary>Runs and expects an exit code.</summary>
    public CommandResult Expect(ExitCode code, params string[] arguments)
    {
        var result = Run(arguments);
        result.ExitCode.ShouldBe((int)code, result.ToString());
        return result;
    }

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
