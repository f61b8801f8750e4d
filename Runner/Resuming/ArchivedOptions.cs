using DbIngest.Core.Plan;
using DbIngest.Runner.Hosts;
using DbIngest.Runner.Parsing;
using DbIngest.Runner.Workers;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Decides which options <c>run --again</c> takes over from an archive, which may come from a stranger: those that say what is
/// measured and how it is judged. An option that starts programs, loads code, or names a server or a file of secrets holds only
/// if the user gives it again. <c>RunAgain</c> calls it before a plug-in is loaded. A new option is refused until it stands here.
/// </summary>
internal static class ArchivedOptions
{
    /// <summary>Options, beside those of the axes, that are taken over whatever their value.</summary>
    private static readonly string[] Harmless =
    [
        "--db", "--trials", "--precision", "--max-trials", "--find", "--find-rates", "--warmup", "--isolate", "--blocks", "--ab",
        "--rehearsal", "--server-memory", "--server-cpus", "--order", "--seed", "--confidence", "--input", "--input-options",
        "--on-bad-row", "--study", "--ycsb", "--property", "--retries", "--retry-delay", "--request-timeout", "--fail-below",
        "--fail-above", "--fail-slower", "--price", "--keep",
    ];

    /// <summary>Refuses stored options that an archive may not decide.</summary>
    /// <param name="archive">Path of the archive, for the message.</param>
    /// <param name="kept">The stored arguments that the present command does not replace.</param>
    /// <exception cref="UsageException">At least one is refused. Has one line per option.</exception>
    public static void Check(string archive, IEnumerable<string> kept)
    {
        string[] refused = [.. kept.Where(argument => !IsTaken(argument))];
        if (refused.Length > 0)
        {
            throw new UsageException([.. refused.Select(argument => $"{NameOf(argument)}: {archive} holds {Shown(argument)}. An "
                + "archive may not start programs, load code, or name servers, images or files of secrets; if you trust this, "
                + $"give {NameOf(argument)} again.")]);
        }
    }

    private static bool IsTaken(string argument)
    {
        string option = NameOf(argument);
        string value = argument.Length > option.Length ? argument[(option.Length + 1)..] : string.Empty;
        return option switch
        {
            "--launcher" => Launcher.Names.Contains(value),
            "--host-program" => value == ProgramCopy.Word,
            "--container" => value == ArgumentNormalizer.LeftOut
                || value.EndsWith("=" + ArgumentNormalizer.LeftOut, StringComparison.Ordinal),
            _ when option == "--" + SweepAxes.Via.Option =>
                SweepAxes.Via.Items(value).All(way => way is SweepAxes.ViaNone or SweepAxes.ViaService),
            _ => Harmless.Contains(option, StringComparer.Ordinal) || AxisArguments.All.Any(axis => option == "--" + axis.Option),
        };
    }

    /// <summary>Quotes an argument as a shell takes it, without characters that a terminal obeys.</summary>
    public static string Shown(string argument) =>
        ShellText.Quote(string.Concat(argument.Select(c => char.IsControl(c) ? '\uFFFD' : c)));

    private static string NameOf(string argument) => argument.Split('=')[0];
}
