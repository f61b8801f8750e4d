using System.ComponentModel;
using System.Diagnostics;

namespace DbIngest.Clusters.Hosts;

/// <summary>Runs what manages containers, docker or kubectl, to its end.</summary>
internal static class LocalCommand
{
    /// <summary>Runs a command.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="remedy">What to do where the program is not there, a sentence.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <param name="input">What it reads; may be a secret. Null for nothing.</param>
    /// <param name="environment">Variables that it has beside this program's; may be secrets. Null for none.</param>
    /// <returns>Its exit code, what it printed, and what it printed as errors.</returns>
    /// <exception cref="ClusterException">It is not there.</exception>
    public static (int Code, string Output, string Error) Run(IReadOnlyList<string> command, string remedy, CancellationToken cancellation, string? input = null, IReadOnlyDictionary<string, string>? environment = null)
    {
        try
        {
            var start = new ProcessStartInfo(command[0], command.Skip(1)) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false };
            foreach (var (name, value) in environment ?? new Dictionary<string, string>(StringComparer.Ordinal))
            {
                start.Environment[name] = value;
            }

            using var process = Process.Start(start)!;
            using var ending = cancellation.Register(() => process.Kill(entireProcessTree: true));
            var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
            var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            Write(process, input);
            process.WaitForExit();
            cancellation.ThrowIfCancellationRequested();
            return (process.ExitCode, output.GetAwaiter().GetResult(), error.GetAwaiter().GetResult());
        }
        catch (Win32Exception exception)
        {
            throw new ClusterException($"{command[0]} cannot be started: {exception.Message}. {remedy}", exception);
        }
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
            // It ended without reading: its exit code says why.
        }
    }
}
