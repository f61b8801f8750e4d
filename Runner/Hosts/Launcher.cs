using System.Diagnostics;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Hosts;

/// <summary>
/// Starts a program on another host by what reaches that host already: <c>ssh</c>, a container engine, Kubernetes, Slurm, or a command of the user's. Whatever it is, it
/// must hand on standard input and output, and end the program when its input ends. Nothing listens on a port.
/// </summary>
internal sealed class Launcher
{
    /// <summary>The launcher where none is named.</summary>
    public const string Default = "ssh";

    private const string Host = "{host}";
    private const string Command = "{command}";

    /// <summary>
    /// What each name stands for. A cut link is noticed by ssh itself after 30 s; a password is never asked for, since nobody could type it. Slurm's <c>--unbuffered</c> is a terminal, which is no pipe: lines go on as they are without it.
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

    private Launcher(string text, IReadOnlyList<(string Text, bool IsQuoted)> words) => (_text, _words) = (text, words);

    /// <summary>Whether it is ssh, which makes one text of all words for a shell over there, whatever quotes they had here.</summary>
    private bool JoinsWords => _words.TakeWhile(word => word.Text != Command).Any(word => Path.GetFileName(word.Text) is "ssh" or "autossh" or "rsh");

    /// <summary>The names, for help and messages.</summary>
    public static IReadOnlyCollection<string> Names => Known.Keys;

    /// <summary>Reads a launcher.</summary>
    /// <param name="text">A name, or a command with <c>{host}</c> and <c>{command}</c> in it.</param>
    /// <returns>The launcher.</returns>
    /// <exception cref="FormatException">It is neither.</exception>
    public static Launcher Parse(string text)
    {
        var words = CommandWords.Split(Known.GetValueOrDefault(text, text));
        return words.Count > 0 && words[0].Text != Command && words.Any(word => word.Text.Contains(Command, StringComparison.Ordinal)) && words.Any(word => word.Text.Contains(Host, StringComparison.Ordinal))
            ? new Launcher(text, words)
            : throw new FormatException(
                $"'{text}' is neither one of {string.Join(", ", Names)} nor a command with {Host} and {Command} in it, as \"ssh -p 2222 {Host} {Command}\"");
    }

    /// <summary>As the user wrote it.</summary>
    public override string ToString() => _text;

    /// <summary>How a program is started on a host.</summary>
    /// <param name="host">The host.</param>
    /// <param name="command">The program and its arguments.</param>
    /// <returns>What to start here.</returns>
    public ProcessStartInfo Start(string host, IReadOnlyList<string> command)
    {
        string line = string.Join(' ', command.Select(ShellText.Quote));
        var start = new ProcessStartInfo { UseShellExecute = false };

        // A word without quotes becomes as many arguments as there are; within quotes, or a longer word, the command is one text for a shell.
        var words = _words.SelectMany(word => word.Text == Command && !word.IsQuoted && !JoinsWords
            ? command
            : [word.Text.Replace(Host, host, StringComparison.Ordinal).Replace(Command, line, StringComparison.Ordinal)]).ToList();
        start.FileName = words[0];
        words.Skip(1).ToList().ForEach(start.ArgumentList.Add);
        return start;
    }
}
