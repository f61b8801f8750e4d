using CommandLine;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Parsing;

/// <summary>The options that the axes of a sweep have on the command line, made from their entries.</summary>
internal static class AxisArguments
{
    /// <summary>The hidden option in which the parser finds all of them.</summary>
    public const string Option = "axis";

    /// <summary>The axes that are options of their own; the database, the endpoint and the deployment are those of every verb.</summary>
    public static IReadOnlyList<Axis> All { get; } = [.. SweepAxes.TargetFirst.Where(axis => axis.OptionKind == AxisOption.OfSweeps)];

    /// <summary>The axes that a verb takes.</summary>
    /// <param name="verb">The verb's options.</param>
    /// <returns>All for a verb that sweeps, else none.</returns>
    public static IReadOnlyList<Axis> Of(Type verb) => verb.IsAssignableTo(typeof(IAxisOptions)) ? All : [];

    /// <summary>An axis as the declaration of an option.</summary>
    public static OptionAttribute Declare(Axis axis) => new(axis.Option) { MetaValue = axis.MetaValue, HelpText = HelpOf(axis) };

    /// <summary>Arguments in one form as the parser takes them: <c>--batch=10</c> becomes <c>--axis=batch=10</c>.</summary>
    /// <param name="verb">The verb's options.</param>
    /// <param name="arguments">The verb and its arguments.</param>
    public static IEnumerable<string> Bindable(Type verb, IEnumerable<string> arguments)
    {
        var axes = Of(verb);
        return arguments.Select(argument =>
            axes.Any(axis => argument.StartsWith($"--{axis.Option}=", StringComparison.Ordinal)) ? $"--{Option}={argument[2..]}" : argument);
    }

    private static string HelpOf(Axis axis)
    {
        string maximum = axis.Maximum is { } largest ? $" Maximum: {largest}." : string.Empty;
        return $"{axis.Summary} An axis. Default: {axis.DefaultMeaning}.{maximum}";
    }
}
