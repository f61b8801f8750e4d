using CommandLine;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Parsing;

/// <summary>
/// Derives the command-line options of axes from their entries in <see cref="SweepAxes"/>, so that a new axis needs no option
/// class. <see cref="ArgumentNormalizer"/> and <c>OptionBinder</c> parse by it, <c>SweepRequestReader</c> reads the values,
/// <c>HelpText</c> lists the options for help, completion and reference page, <c>ProtocolDepartures</c> compares the values with
/// those of a study, and <c>ArchivedOptions</c> takes all of these options over from an archive.
/// </summary>
internal static class AxisArguments
{
    /// <summary>The hidden option to which the parser binds the options of all axes.</summary>
    public const string Option = "axis";

    /// <summary>The axes whose options only verbs that sweep have. Axes that open targets come first.</summary>
    public static IReadOnlyList<Axis> All { get; } =
        [.. SweepAxes.TargetFirst.Where(axis => axis.OptionKind == AxisOption.OfSweeps)];

    /// <summary>The axes that a verb has options for: all or none.</summary>
    /// <param name="verb">The option class of the verb.</param>
    public static IReadOnlyList<Axis> Of(Type verb) => verb.IsAssignableTo(typeof(IAxisOptions)) ? All : [];

    /// <summary>Declares the option of an axis for the help.</summary>
    public static OptionAttribute Declare(Axis axis) => new(axis.Option) { MetaValue = axis.MetaValue, HelpText = HelpOf(axis) };

    /// <summary>Rewrites normalized arguments for the parser: <c>--batch=10</c> becomes <c>--axis=batch=10</c>.</summary>
    /// <param name="verb">The option class of the verb.</param>
    /// <param name="arguments">The verb and its arguments.</param>
    public static IEnumerable<string> Bindable(Type verb, IEnumerable<string> arguments)
    {
        var axes = Of(verb);
        return arguments.Select(argument =>
            axes.Any(axis => argument.StartsWith($"--{axis.Option}=", StringComparison.Ordinal)) ? $"--{Option}={argument[2..]}"
                : argument);
    }

    private static string HelpOf(Axis axis)
    {
        string maximum = axis.Maximum is { } largest ? $" Maximum: {largest}." : string.Empty;
        return $"{axis.Summary} An axis. Default: {axis.DefaultMeaning}.{maximum}";
    }
}
