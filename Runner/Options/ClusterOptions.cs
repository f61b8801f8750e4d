using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>cluster</c>, which brings a deployment up, checks it and takes it down. <c>ClusterVerb</c> executes
/// them. Only <c>down --remove-data</c> deletes data.
/// </summary>
[Verb("cluster", HelpText =
    "Bring a database of one node or several up, look at it, and take it down again, as a file says ('cluster up FILE').")]
internal sealed class ClusterOptions
{
    [Value(0, MetaName = "up|check|size|stop|down|render FILE",
        HelpText = "What to do, with which deployment file. up makes and starts what is not there, and waits until every node "
            + "serves; done again, it changes nothing. "
        + "check says what each node is like and where it is not as the file says, and measures clock, network and disk. size "
        + "is the disk space a node. stop ends the nodes with their data; down forgets them. render prints what up would do, "
        + "and changes nothing.")]
    public IEnumerable<string> Words { get; init; } = [];

    [Option("remove-data", HelpText = "down: remove the nodes' folders too, with all that was stored.")]
    public bool RemoveData { get; init; }

    [Option("json", HelpText = "Print the result as JSON on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}
