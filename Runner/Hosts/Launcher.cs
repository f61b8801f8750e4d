using System.Diagnostics;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Hosts;

/// <summary>
/// Builds the command that starts a program on another host (<c>--launcher</c>): by <c>ssh</c>, a container engine, Kubernetes,
/// Slurm or the user's command. <c>SweepSession</c> starts source processes with it, <c>ProgramCopy</c> copies the program,
/// <c>ClusterContexts</c> reaches the hosts of a cluster. The command must forward standard input and output, so that nothing
/// listens on a port, and must end the program when its input ends. Immutable.
/// </summary>
internal sealed class Launcher
{
    /// <summary>The launcher without <c>--launcher</c>.</summary>
    public const string Default = "ssh";

    private const string Host = "{host}";
    private const string Command = "{command}";

    /// <summary>
    /// The command of each name. Manifests and deployment files store the names, so none may be renamed. ssh notices a cut
    /// connection after 30 s and never asks for a password. Slurm runs without <c>--unbuffered</c>, which would allocate a
    /// terminal and alter lines.
    /// </summary>
    private static readonly Dictionary<string, string> Known = new(StringComparer.Ordinal)
    {
        ["ssh"] = "ssh -T -o BatchMode=yes -o ServerAliveInterval=5 -o ServerAliveCountMax=6 {host} \"exec {command}\"",
        ["docker"] = "docker exec -i {host} {command}",
        ["podman"] = "podman exec -i {host} {command}",
        ["kubectl"] = "kubectl exec -i {host} -- {command}",
        ["srun"] = "srun --nodes=1 --ntasks=1 --nodelist={host} {command}",
    };

    private readonly string _text;
    private readonly IReadOnlyList<(string Text, bool IsQuoted)> _words;
    private readonly string? _folder;

    private Launcher(string text, IReadOnlyList<(string Text, bool IsQuoted)> words, string? folder) =>
        (_text, _words, _folder) = (text, words, folder);

    /// <summary>True for ssh, which joins all words into one text for the remote shell, whatever their quotes.</summary>
    private bool JoinsWords => _words.TakeWhile(word => word.Text != Command)
        .Any(word => Path.GetFileName(word.Text) is "ssh" or "autossh" or "rsh");

    /// <summary>The known names, for help and messages.</summary>
    public static IReadOnlyCollection<string> Names => Known.Keys;

    /// <summary>Parses a launcher.</summary>
    /// <param name="text">A known name, or a command with <c>{host}</c> and <c>{command}</c>.</param>
    /// <param name="folder">The folder to which the command's paths are relative. Null for the current one.</param>
    /// <exception cref="FormatException">The text is neither.</exception>
    public static Launcher Parse(string text, string? folder = null)
    {
        var words = CommandWords.Split(Known.GetValueOrDefault(text, text));
        return words.Count > 0 && words[0].Text != Command
            && words.Any(word => word.Text.Contains(Command, StringComparison.Ordinal))
            && words.Any(word => word.Text.Contains(Host, StringComparison.Ordinal))
            ? new Launcher(text, words, folder)
            : throw new FormatException(
                $"'{text}' is neither one of {string.Join(", ", Names)} nor a command with {Host} and {Command} in it, for "
                + $"example \"ssh -p 2222 {Host} {Command}\"");
    }

    /// <summary>The text that <see cref="Parse"/> read. Manifests store it.</summary>
    public override string ToString() => _text;

    /// <summary>Builds the local command that starts a program on a host. Starts nothing.</summary>
    /// <param name="host">The host, by the name that the launcher understands.</param>
    /// <param name="command">The program and its arguments, unquoted.</param>
    public ProcessStartInfo Start(string host, IReadOnlyList<string> command)
    {
        string line = string.Join(' ', command.Select(ShellText.Quote));
        var start = new ProcessStartInfo
        {
            UseShellExecute = false,
            WorkingDirectory = Directory.Exists(_folder) ? _folder : string.Empty,
        };

        // {command} without quotes expands to one word per argument. Within quotes or a longer word it becomes one text for a
        // shell.
        var words = _words.SelectMany(word => word.Text == Command && !word.IsQuoted && !JoinsWords
            ? command
            : [word.Text.Replace(Host, host, StringComparison.Ordinal).Replace(Command, line, StringComparison.Ordinal)])
                .ToList();
        // The working directory does not apply to the program itself.
        start.FileName = words[0].Contains('/', StringComparison.Ordinal) ? Path.Combine(start.WorkingDirectory, words[0])
            : words[0];
        words.Skip(1).ToList().ForEach(start.ArgumentList.Add);
        return start;
    }
}
