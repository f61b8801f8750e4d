namespace DbIngest.Runner.Parsing;

/// <summary>The option class of a verb that sweeps, which has an option for every axis.</summary>
internal interface IAxisOptions
{
    /// <summary>The options of the axes, in any order.</summary>
    IEnumerable<AxisArgument> Axes { get; }
}
