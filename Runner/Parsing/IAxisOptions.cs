namespace DbIngest.Runner.Parsing;

/// <summary>
/// Marks the option class of a verb that sweeps, which has an option for every axis: <c>SweepOptions</c> implements it.
/// <see cref="AxisArguments"/> adds the options of the axes to such verbs.
/// </summary>
internal interface IAxisOptions
{
    /// <summary>The options of the axes, in any order.</summary>
    IEnumerable<AxisArgument> Axes { get; }
}
