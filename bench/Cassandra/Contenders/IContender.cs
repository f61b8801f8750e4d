using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>A way to write the same rows into the same table. <see cref="PeersBench"/> runs all contenders in turn.</summary>
internal interface IContender
{
    /// <summary>Its name in the table of results.</summary>
    string Name { get; }

    /// <summary>Sources, each with a thread and a connection of its own.</summary>
    int Sources => Trials.Sources;

    /// <summary>Options of the endpoint: how rows travel.</summary>
    string Options { get; }

    /// <summary>Records that a source hands over at once.</summary>
    int Batch { get; }

    /// <summary>Where its records come from.</summary>
    /// <param name="records">Records a source.</param>
    /// <returns>The workload; the caller disposes it.</returns>
    IWorkload Open(int records);
}
