using System.Globalization;

namespace DbIngest.Runner.Help;

/// <summary>
/// Holds the text of each exit code for <see cref="HelpText"/> and for <c>ExitCodesPage</c>. The codes themselves stand in
/// <see cref="ExitCode"/>. A new code needs its text here, or its name in the code is shown.
/// </summary>
internal static class ExitCodeHelp
{
    /// <summary>Says which code a command returns if several apply.</summary>
    public const string Precedence = "When several apply, an interruption comes first, then 3, 69, 4, 5.";

    /// <summary>Writes one line about a code.</summary>
    public static string Line(ExitCode code) => string.Create(CultureInfo.InvariantCulture, $"{(int)code,3}  {Meaning(code)}");

    /// <summary>Returns the meaning of a code in a few words, in lower case.</summary>
    public static string Meaning(ExitCode code) => code switch
    {
        ExitCode.Done => "done",
        ExitCode.BadArguments => "bad arguments, configuration or result folder: nothing was measured",
        ExitCode.AuditFailed => "a trial failed its audit: its figures are invalid",
        ExitCode.PointsMissing => "some points could not be completed, or the result not written (plan: the disk is too small)",
        ExitCode.ThresholdExceeded => "a gate failed: a point is slower, or worse, than allowed, or --check found a change",
        ExitCode.Unreachable => "a database, or a host of the sources, cannot be reached, refuses the login, or was lost",
        ExitCode.InternalError => "a fault of dbingest itself",
        ExitCode.Interrupted => "interrupted; what was measured is kept",
        _ => code.ToString(),
    };
}
