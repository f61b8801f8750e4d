using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using DbIngest.Core.Targets;
using DbIngest.Runner.Hosts;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Workers;

/// <summary>
/// Copies this program to hosts that lack it (<c>--host-program copy</c>). <c>SweepSession</c> calls it before it starts a source
/// process on a host. The files go through the launcher's standard input into a folder of the user's cache there, named by their
/// hash. Later runs use the folder after checking the hash of each file. It deletes only incomplete or damaged copies there.
/// </summary>
/// <param name="launcher">Reaches the hosts.</param>
/// <param name="words">The command that starts the program here.</param>
/// <param name="say">Receives a sentence for the user about a copy.</param>
internal sealed class ProgramCopy(Launcher launcher, IReadOnlyList<string> words, Action<string> say)
{
    /// <summary>The value of <c>--host-program</c> that asks for a copy.</summary>
    public const string Word = "copy";

    // $1 is the hash. The script prints "send" if it needs the files, and at last their folder. The files become visible when all
    // have arrived. The script removes partial copies older than a day, which killed runs left. If another run made the folder
    // meanwhile, the script uses that folder, because programs may already run from it.
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

    /// <summary>Timeout of one step, such as sending a file or hashing all files. The launcher is killed then.</summary>
    private static readonly TimeSpan SilenceTimeout = TimeSpan.FromMinutes(2);

    private readonly Lazy<ProgramFiles> _files = new(() => new ProgramFiles(AppContext.BaseDirectory, Program));

    private static string Library => typeof(ProgramCopy).Assembly.Location;

    private static string Program => Path.GetFileNameWithoutExtension(Library);

    /// <summary>Ensures that the program is on a host. Blocks until the copy has ended.</summary>
    /// <param name="host">The host.</param>
    /// <param name="cancellation">Cancels the copy.</param>
    /// <returns>The words that start the program there.</returns>
    /// <exception cref="WorkerException">The program cannot be copied.</exception>
    /// <exception cref="OperationCanceledException">The copy was cancelled.</exception>
    public IReadOnlyList<string> On(string host, CancellationToken cancellation)
    {
        string folder = Place(host, cancellation);
        string program = Path.GetFileName(words[0]);

        // A program started through a runtime has no executable file in the folder.
        return words.Count == 1 && File.Exists(Path.Combine(AppContext.BaseDirectory, program))
            ? [$"{folder}/{program}"]
            : [words.Count == 1 ? "dotnet" : words[0], $"{folder}/{Path.GetFileName(Library)}"];
    }

    private string Place(string host, CancellationToken cancellation)
    {
        using var process = Start(host);
        using var silence = new CancellationTokenSource(SilenceTimeout);
        using var interrupted = cancellation.Register(() => silence.CancelAfter(Interruptible.Grace));
        using var ending = silence.Token.Register(() => Kill(process));
        var (folder, errors) = (string.Empty, string.Empty);
        try
        {
            (folder, errors) = Interruptible.Run(() => Ask(host, process, silence, cancellation), silence.Token);
        }
        catch (OperationCanceledException)
        {
            // A launcher that could not be killed, or a child that outlives it, still holds the pipes.
        }

        cancellation.ThrowIfCancellationRequested();
        bool isLate = silence.IsCancellationRequested;
        return !isLate && process.ExitCode == 0 && folder.StartsWith('/')
            ? folder
            : throw new WorkerException(
                $"This program cannot be copied to {host}: "
                + (isLate ? FormattableString.Invariant($"nothing came from it for {SilenceTimeout.TotalSeconds:0} s. ")
                    : $"{Reason(process.ExitCode, errors)}. ")
                + "Make room in the user's cache folder there, name another by XDG_CACHE_HOME in --launcher (... env "
                + "XDG_CACHE_HOME=/DISK {command}), or put the program there and name it by --host-program.");
    }

    /// <summary>Sends the program if the host lacks it, and waits for the end of the launcher.</summary>
    /// <returns>The folder on the host. Empty, with what the launcher says, after a failure.</returns>
    private (string Folder, string Errors) Ask(string host, Process process, CancellationTokenSource silence,
        CancellationToken cancellation)
    {
        var errors = process.StandardError.ReadToEndAsync(CancellationToken.None);
        string? answer = process.StandardOutput.ReadLine();
        if (answer == "send")
        {
            say(string.Create(CultureInfo.InvariantCulture,
                $"Copying this program to {host} ({_files.Value.Bytes / 1e6:0} MB)."));
            Send(process, silence, cancellation);
            answer = process.StandardOutput.ReadLine();
        }

        CloseInput(process);
        process.WaitForExit();
        return (answer ?? string.Empty, process.ExitCode == 0 ? string.Empty : errors.GetAwaiter().GetResult());
    }

    private Process Start(string host)
    {
        var start = launcher.Start(host, ["sh", "-c", Script, "dbingest", _files.Value.Sha256]);
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        string program = start.FileName;
        try
        {
            return Process.Start(start.InOwnSession().WithoutPasswords())!;
        }
        catch (Win32Exception exception)
        {
            throw new WorkerException($"This program cannot be copied to {host} by {program}: {exception.Message}.");
        }
    }

    /// <summary>
    /// Sends the archive. After a cancellation it ends with the current file, and the host discards the truncated archive.
    /// </summary>
    private void Send(Process process, CancellationTokenSource silence, CancellationToken cancellation)
    {
        try
        {
            _files.Value.Write(process.StandardInput.BaseStream, () =>
            {
                cancellation.ThrowIfCancellationRequested();
                silence.CancelAfter(SilenceTimeout);
            });
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException or OperationCanceledException)
        {
            // The host's message explains why it ended, and Kill closes the input. The caller reports a cancellation.
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

    private static string Reason(int exitCode, string errors)
    {
        const int kept = 3;
        string[] lines = errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.Length > 0 ? string.Join(' ', lines.Take(kept)).TrimEnd('.')
            : FormattableString.Invariant($"what was started there ended with exit code {exitCode}");
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception exception) when (exception is InvalidOperationException or Win32Exception or AggregateException)
        {
            // The launcher has just ended, or runs as another user, for example by sudo. Then the end of its input ends it.
            CloseInput(process);
        }
    }
}
