using System.Diagnostics;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Servers;

/// <summary>
/// Runs a command that prepares a server, and waits for its end. <see cref="PrivateNode"/> runs the initial steps of a node with
/// it, and <see cref="PrivateDisk"/> and <see cref="PrivateNetwork"/> run their scripts. Only a cancellation limits the wait. A
/// terminal's Ctrl-C does not reach the command: it would fail before this process has heard of the interruption.
/// </summary>
internal static class PlannedStepRunner
{
    /// <summary>Runs a command and waits for it.</summary>
    /// <param name="step">The command.</param>
    /// <param name="folder">Working directory of the command.</param>
    /// <param name="cancellation">Kills the command with its descendants.</param>
    /// <param name="what">The thing that the command prepares, for the message. Null to name the program.</param>
    /// <param name="remedy">What the user can do if it fails, as a sentence. Null if its output says so.</param>
    /// <exception cref="TargetException">The program is missing or failed. The message contains its output.</exception>
    public static void Run(PlannedStep step, string folder, CancellationToken cancellation, string? what = null,
        string? remedy = null)
    {
        var start = new ProcessStartInfo(step.Command[0], step.Command.Skip(1))
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        try
        {
            using var process = Process.Start(start.InOwnSession().WithoutPasswords())!;
            using var ending = cancellation.Register(() => process.Kill(entireProcessTree: true));
            var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            Write(step.Input, process.StandardInput);
            string errors = process.StandardError.ReadToEnd();
            process.WaitForExit();
            cancellation.ThrowIfCancellationRequested();
            if (process.ExitCode != 0)
            {
                throw new TargetException(
                    $"{what ?? ProgramOf(step)} failed: {(errors + output.GetAwaiter().GetResult()).Trim()}"
                    + (remedy is null ? string.Empty : $" {remedy}"), isUnreachable: true);
            }
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            throw new TargetException($"{step.Command[0]} cannot be started: {exception.Message}", exception,
                isUnreachable: true);
        }
    }

    /// <summary>The program of a command, which variables may precede (<c>env NAME=VALUE</c>).</summary>
    private static string ProgramOf(PlannedStep step) => Path.GetFileName(step.Command[0] == "env"
        ? step.Command.Skip(1).First(word => !word.Contains('=', StringComparison.Ordinal)) : step.Command[0]);

    /// <summary>
    /// Writes a command's input. A command that ends before it has read all, or is killed, says why by its output or its end.
    /// </summary>
    private static void Write(Func<string>? input, StreamWriter to)
    {
        try
        {
            to.Write(input?.Invoke());
            to.Close();
        }
        catch (IOException)
        {
            // No process reads the pipe any more.
        }
    }
}
