using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Options;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Verbs;
using DbIngest.Targets.Sqlite;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>
/// Executes commands within the test's process. A separate one compiles 10,000 methods for the smallest sweep, which takes a
/// second of a core; here that is done once. One command is executed at a time, since the current folder belongs to the process.
/// </summary>
internal static class InProcessCommand
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(15);

    private static readonly Lock OneAtATime = new();
    private static readonly ConsoleOfContext Output = new(Console.Out);
    private static readonly ConsoleOfContext Error = new(Console.Error);

    static InProcessCommand()
    {
#pragma warning disable RS0030 // The one place that may: everything else is redirected in its own context.
        Console.SetOut(Output);
        Console.SetError(Error);
#pragma warning restore RS0030
        // As for commands in processes of their own, see CommandFolder: what those set for a process holds for this whole one.
        Environment.SetEnvironmentVariable(SweepOptions.RehearsalVariable, "0");
        string locks = Directory.CreateTempSubdirectory("dbingest-test-locks-").FullName;
        Environment.SetEnvironmentVariable(MachineRuns.FolderVariable, locks);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(locks, recursive: true);

        // As a sweep starts it: the first use configures SQLite for the whole process, and an export or a test may be that.
        _ = new SqliteDefinition().Probe(new TargetOptions { WorkFolder = locks });
    }

    /// <summary>
    /// Returns what work within this process says as an error. The console itself stays as it is: other tests write there.
    /// </summary>
    public static string ErrorOf(Action work)
    {
        var error = new StringWriter();
        WithError(TextWriter.Synchronized(error), work);
        return error.ToString();
    }

    /// <summary>Does work whose standard error, that of its threads included, is a writer.</summary>
    public static void WithError(TextWriter error, Action work) => With(Error, error, work);

    /// <summary>Does work whose standard output, that of its threads included, is a writer.</summary>
    public static void WithOutput(TextWriter output, Action work) => With(Output, output, work);

    private static void With(ConsoleOfContext console, TextWriter place, Action work)
    {
        var thread = new Thread(() =>
        {
            console.Redirect(place);
            work();
        });
        thread.Start();
        thread.Join();
    }

    /// <summary>Executes a command in a folder, and returns what it said and its exit code.</summary>
    public static CommandResult Run(string folder, string[] arguments)
    {
        var (output, error) = (new StringWriter(), new StringWriter());
        ExitCode? code = null;
        var thread = new Thread(() =>
        {
            CultureInfo.CurrentCulture = CultureInfo.CurrentUICulture = CultureInfo.InvariantCulture;
            Output.Redirect(TextWriter.Synchronized(output));
            Error.Redirect(TextWriter.Synchronized(error));
            code = CommandExecution.Of(arguments);
        });
        lock (OneAtATime)
        {
            string before = Environment.CurrentDirectory;
            Environment.CurrentDirectory = folder;
            try
            {
                thread.Start();
                if (!thread.Join(Patience))
                {
                    throw new InvalidOperationException($"The command did not end: {error}");
                }
            }
            finally
            {
                Environment.CurrentDirectory = before;
            }
        }

        return new CommandResult((int)code!.Value, output.ToString(), error.ToString());
    }
}
