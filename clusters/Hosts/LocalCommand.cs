using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using DbIngest.Targets.Servers;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Runs docker, podman or kubectl on this machine and waits for it to exit. The providers compose and kubernetes and
/// <see cref="Runs.ContainerEngine"/> call it. A timeout or cancellation kills the command. Secrets go through
/// standard input or the environment, never through arguments. The command inherits no password: its caller names what it needs.
/// </summary>
internal static class LocalCommand
{
    /// <summary>Runs a command.</summary>
    /// <param name="command">Program and arguments. No secret may be among them: others can read command lines.</param>
    /// <param name="remedy">A sentence for the error message when the program cannot be started.</param>
    /// <param name="cancellation">Kills the command and its children.</param>
    /// <param name="input">Standard input, possibly with a secret; null for none.</param>
    /// <param name="environment">Further environment variables, possibly secrets; null for none.</param>
    /// <param name="timeout">Kills the command and its children; null for none.</param>
    /// <returns>Exit code, standard output and standard error.</returns>
    /// <exception cref="ClusterException">The program cannot be started, or the timeout has passed.</exception>
    public static (int Code, string Output, string Error) Run(IReadOnlyList<string> command, string remedy,
        CancellationToken cancellation, string? input = null, IReadOnlyDictionary<string, string>? environment = null,
        TimeSpan? timeout = null)
    {
        try
        {
            var start = new ProcessStartInfo(command[0], command.Skip(1))
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false
            }.WithoutPasswords();
            foreach (var (name, value) in environment ?? new Dictionary<string, string>(StringComparer.Ordinal))
            {
                start.Environment[name] = value;
            }

            using var process = Process.Start(start)!;
            using var ending = new ProcessTimeout(process, timeout ?? Timeout.InfiniteTimeSpan, cancellation);
            var answer = ending.Wait(() => Answer(process, input));
            cancellation.ThrowIfCancellationRequested();
            return !ending.IsOver ? answer : throw new ClusterException(string.Create(CultureInfo.InvariantCulture,
                $"'{command[0]}' did not return within {timeout?.TotalSeconds:0} s and was killed; run it by hand to see why."));
        }
        catch (Win32Exception exception)
        {
            throw new ClusterException($"{command[0]} cannot be started: {exception.Message}. {remedy}", exception);
        }
    }

    private static (int Code, string Output, string Error) Answer(Process process, string? input)
    {
        var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
        Write(process, input);
        process.WaitForExit();
        return (process.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
    }

    private static void Write(Process process, string? input)
    {
        try
        {
            process.StandardInput.Write(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The command exited without reading: its exit code tells why.
        }
    }
}
