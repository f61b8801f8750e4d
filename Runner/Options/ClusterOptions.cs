using CommandLine;

namespace DbIngest.Runner.Options;

/// <summary>
/// The options of the verb <c>cluster</c>, which brings a deployment up, checks it and takes it down. <c>ClusterVerb</c> executes
/// them. Only <c>down --remove-data</c> deletes data.
/// </summary>
[Verb("cluster",
    HelpText = "Bring a database of one node or several up, check it, and take it down, as a deployment file describes "
        + "('cluster up FILE').")]
internal sealed class ClusterOptions
{
    [Value(0, MetaName = "up|check|size|stop|down|render FILE",
        HelpText = "The action and the deployment file. up creates and starts missing nodes and waits until every node "
            + "serves; running it again changes nothing. check shows the state of each node and its deviations from "
            + "the file, and measures clock, network and disk. size shows the disk space of each node. stop ends "
            + "the nodes and keeps their data. down also removes what up made, except the folders with stored data. "
            + "render prints what up would do and changes nothing.")]
    public IEnumerable<string> Words { get; init; } = [];

    [Option("remove-data", HelpText = "down: also remove the nodes' folders with all stored data.")]
    public bool RemoveData { get; init; }

    [Option("json", HelpText = "Print the result as JSON on standard output, and everything else on standard error.")]
    public bool Json { get; init; }
}
