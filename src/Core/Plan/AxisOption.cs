namespace DbIngest.Core.Plan;

/// <summary>
/// The kind of command-line option that an axis takes its values from. An <see cref="Axis"/> states it, and <c>AxisArguments</c>
/// and <c>HelpTopic</c> of the command line declare options and help by it once at the start.
/// </summary>
public enum AxisOption
{
    /// <summary>An option that every verb that sweeps has.</summary>
    OfSweeps,

    /// <summary>An option that other verbs have too: <c>--db</c>.</summary>
    OfAllVerbs,

    /// <summary>Part of an option that says more: the lists in <c>--endpoint</c>, the files of <c>--cluster</c>.</summary>
    Part,
}
