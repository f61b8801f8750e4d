namespace DbIngest.Core.Plan;

/// <summary>
/// The kind of command-line option that an axis takes its values from. An <see cref="Axis"/> states it, and <c>AxisArguments</c>
/// and <c>HelpTopic</c> of the command line read it once at the start, to declare options and write the help.
/// </summary>
public enum AxisOption
{
    /// <summary>An option that every verb that sweeps has.</summary>
    OfSweeps,

    /// <summary>An option that other verbs have too: <c>--db</c>.</summary>
    OfAllVerbs,

    /// <summary>Values within another option, such as the lists in <c>--endpoint</c> or the files of <c>--cluster</c>.</summary>
    Part,
}
