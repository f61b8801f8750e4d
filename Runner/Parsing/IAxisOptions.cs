namespace DbIngest.Runner.Parsing;

/// <summary>The options of a verb that sweeps: it has an option for every axis.</summary>
internal interface IAxisOptions
{
    /// <summary>The options of the axes, in any order.</summary>
    IEnumerable<AxisArgument> Axes { get; }
}
