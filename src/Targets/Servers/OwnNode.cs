using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>One node of an <see cref="OwnServer"/>: a process, with its files in a folder.</summary>
/// <param name="planned">What the node is.</param>
/// <param name="wave">The wave in which it is started.</param>
/// <param name="limits">What its process may take at most; null for no limit.</param>
internal sealed class OwnNode(PlannedNode planned, int wave, ServerLimits? limits) : IDisposable
{
    private const string Initialised = ".initialised";

    /// <summary>What the node is.</summary>
    public PlannedNode Planned => planned;

    /// <summary>The wave in which it is started.</summary>
    public int Wave => wave;

    /// <summary>Its process.</summary>
    public ServerProcess Process { get; } = new(planned.Place.Folder, ServerStart.OutputLog, planned.Command, limits);

    /// <summary>What its logs say went wrong, and where it got to.</summary>
    public string LastOfLog =>
        ServerProcess.Tail(planned.Logs.Append(ServerStart.OutputLog).Select(log => Path.Combine(planned.Place.Folder, log)));

    /// <summary>Starts the process with the data that it has, or, before its first start, makes its files.</summary>
    /// <param name="cancellation">Ends what is run once, before the first start.</param>
    /// <exception cref="TargetException">What is run before the first start failed.</exception>
    public void Start(CancellationToken cancellation)
    {
        string folder = planned.Place.Folder;
        foreach (string name in planned.Folders.Prepend(string.Empty))
        {
            Directory.CreateDirectory(Path.Combine(folder, name));
        }

        foreach (var (name, text) in planned.Files)
        {
            string file = Path.Combine(folder, name);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        string mark = Path.Combine(folder, Initialised);
        if (planned.Initialise.Count > 0 && !File.Exists(mark))
        {
            foreach (var step in planned.Initialise)
            {
                Run(step, cancellation);
            }

            File.WriteAllText(mark, string.Empty);
        }

        Process.Start();
    }

    /// <summary>Ends the process at once and removes its files.</summary>
    public void Forget()
    {
        Process.Kill();
        if (Directory.Exists(planned.Place.Folder))
        {
            Directory.Delete(planned.Place.Folder, recursive: true);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Process.Dispose();

    private void Run(PlannedStep step, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(step.Command[0], step.Command.Skip(1))
        {
            WorkingDirectory = planned.Place.Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        try
        {
            using var process = System.Diagnostics.Process.Start(start.WithoutPasswords())!;
            using var ending = cancellation.Register(() => process.Kill(entireProcessTree: true));
            var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            process.StandardInput.Write(step.Input?.Invoke());
            process.StandardInput.Close();
            string errors = process.StandardError.ReadToEnd();
            process.WaitForExit();
            cancellation.ThrowIfCancellationRequested();
            if (process.ExitCode != 0)
            {
                throw new TargetException(
                    $"{Path.GetFileName(step.Command[0])} failed: {(errors + output.GetAwaiter().GetResult()).Trim()}",
                    isUnreachable: true);
            }
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            throw new TargetException($"{step.Command[0]} cannot be started: {exception.Message}", exception,
                isUnreachable: true);
        }
    }
}
