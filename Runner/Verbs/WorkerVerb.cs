using System.Diagnostics;
using System.Runtime.InteropServices;
using DbIngest.Core.Pipeline;
using DbIngest.Runner.Hosts;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Workers;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the hidden verb <c>worker</c>: a source process that serves its parent over standard streams. <see cref="Verb.All"/>
/// registers it, and <c>SweepSession</c> starts such processes. Users never do. The process ignores Ctrl-C and a closed terminal,
/// because its parent decides when it stops. It ends when its input ends.
/// </summary>
internal static class WorkerVerb
{
    public static ExitCode Execute(WorkerOptions options)
    {
        Databases.With(options.Plugins);
        // A terminal sends Ctrl-C, and SIGHUP when it closes, to every process of the group. This process ignores them, because
        // the parent decides.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, context => context.Cancel = true);
        using var hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, context => context.Cancel = true);
        using var process = new SourceProcess(
            Console.In, Console.Out, Databases.Find, WorkloadOpener.Open, Environment.Exit)
        {
            IsElsewhere = options.IsElsewhere,
            Files = LoadedFiles.Hash(options.IsElsewhere ? options.Plugins.Concat(options.Files) : []),
            Quiet = options.IsCold ? static () => { } : QuietRuntime.Await,
            ClockShift = options.ClockShiftS * Stopwatch.Frequency,
        };
        process.Serve();
        return ExitCode.Done;
    }
}
