using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Targets;
using DbIngest.Runner.Hosts;

namespace DbIngest.Runner.Workers;

/// <summary>
/// This program on hosts that do not have it. Its files go through the launcher's standard input, so by whatever reaches the host, into a folder of the user's cache there
/// that is named by their hash. They stay for the next run, which checks each file's hash before it uses them.
/// </summary>
/// <param name="launcher">What reaches the hosts.</param>
/// <param name="words">What starts the program here: its file, or a runtime and its library.</param>
/// <param name="say">Is told of a copy.</param>
internal sealed class ProgramCopy(Launcher launcher, IReadOnlyList<string> words, Action<string> say)
{
    /// <summary>What the option that names the program on the hosts says for "copied".</summary>
    public const string Word = "copy";

    // $1 is the hash. It says "send" where the files are needed, and at last where they are. They become visible when they are whole; what a run that was killed left is
    // removed a day later. A folder that others have made meanwhile is used: they may run from it already.
    private const string Script =
        """
        umask 077
        for tool in tar sha256sum mktemp; do command -v $tool >/dev/null || { echo "there is no $tool" >&2; exit 1; }; done
        cache=${XDG_CACHE_HOME:-${HOME:?}/.cache}/dbingest
        whole() { (cd "$1" 2>/dev/null && [ "$(sha256sum <files.sha256)" = "$2  -" ] && sha256sum -c files.sha256 >/dev/null 2>&1); }
        if ! whole "$cache/$1" "$1"; then
          mkdir -p "$cache" || exit 1
          find "$cache" -maxdepth 1 -name 'new.*' -mtime +0 -exec rm -rf {} + 2>/dev/null
          new=$(mktemp -d "$cache/new.XXXXXX") || exit 1
          trap 'rm -rf "$new"' EXIT
          trap 'exit 1' HUP INT TERM
          echo send
          tar -xof - -C "$new" || exit 1
          whole "$new" "$1" || { echo "what arrived is not what was sent" >&2; exit 1; }
          whole "$cache/$1" "$1" || { rm -rf "$cache/$1" && mv "$new" "$cache/$1" || exit 1; }
        fi
        echo "$cache/$1"
        """;

    /// <summary>A step that takes so long hangs: a file on its way, or the hashing of all.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly Lazy<ProgramFiles> _files = new(() => new ProgramFiles(AppContext.BaseDirectory, Program));

    private static string Library => typeof(ProgramCopy).Assembly.Location;

    private static string Program => Path.GetFileNameWithoutExtension(Library);

    /// <summary>Sees to it that the program is on a host.</summary>
    /// <param name="host">The host.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <returns>The words that start it there.</returns>
    /// <exception cref="WorkerException">It cannot be put there.</exception>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    public IReadOnlyList<string> On(string host, CancellationToken cancellation)
    {
        string folder = Place(host, cancellation);
        string program = Path.GetFileName(words[0]);

        // A program that is started by a runtime's command has no file of its own in the folder, or another's.
        return words.Count == 1 && File.Exists(Path.Combine(AppContext.BaseDirectory, program))
            ? [$"{folder}/{program}"]
            : [words.Count == 1 ? "dotnet" : words[0], $"{folder}/{Path.GetFileName(Library)}"];
    }

    private string Place(string host, CancellationToken cancellation)
    {
        using var process = Start(host);
        using var patience = new CancellationTokenSource(Patience);
        using var interrupted = cancellation.Register(() => patience.CancelAfter(Interruptible.Grace));
        using var ending = patience.Token.Register(() => Kill(process));
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        string? answer = process.StandardOutput.ReadLine();
        if (answer == "send")
        {
            say(string.Create(CultureInfo.InvariantCulture, $"Copying this program to {host} ({_files.Value.Bytes / 1e6:0} MB)."));
            Send(process, patience, cancellation);
            answer = process.StandardOutput.ReadLine();
        }

        CloseInput(process);
        process.WaitForExit();
        cancellation.ThrowIfCancellationRequested();
        string folder = answer ?? string.Empty;
        return process.ExitCode == 0 && folder.StartsWith('/')
            ? folder
            : throw new WorkerException(
                $"This program cannot be copied to {host}: {Reason(patience.IsCancellationRequested, process.ExitCode, errors.GetAwaiter().GetResult())}. "
                + "Make room in the user's cache folder there, name another by XDG_CACHE_HOME in --launcher (... env XDG_CACHE_HOME=/DISK {command}), or put the program there and name it by --host-program.");
    }

    private Process Start(string host)
    {
        var start = launcher.Start(host, ["sh", "-c", Script, "dbingest", _files.Value.Sha256]);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception exception)
        {
            throw new WorkerException($"This program cannot be copied to {host} by {start.FileName}: {exception.Message}.");
        }
    }

    /// <summary>Interrupted, it ends after the file that is on its way: the host then sees an archive that ends early, and removes what it has.</summary>
    private void Send(Process process, CancellationTokenSource patience, CancellationToken cancellation)
    {
        try
        {
            _files.Value.Write(process.StandardInput.BaseStream, () =>
            {
                cancellation.ThrowIfCancellationRequested();
                patience.CancelAfter(Patience);
            });
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The host's words say why it ended; an interruption is told of by the caller.
        }

        CloseInput(process);
    }

    private static void CloseInput(Process process)
    {
        try
        {
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It has ended.
        }
    }

    private static string Reason(bool isLate, int exitCode, string errors)
    {
        const int kept = 3;
        string[] lines = errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return isLate ? FormattableString.Invariant($"nothing came from it for {Patience.TotalSeconds:0} s")
            : lines.Length > 0 ? string.Join(' ', lines.Take(kept)).TrimEnd('.')
            : FormattableString.Invariant($"what was started there ended with exit code {exitCode}");
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (InvalidOperationException)
        {
            // It has just ended.
        }
    }
}
