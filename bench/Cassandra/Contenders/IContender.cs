using DbIngest.Bench.Cassandra.Runs;
using DbIngest.Core.Sources;

namespace DbIngest.Bench.Cassandra.Contenders;

/// <summary>A way to write the same rows into the same table. <see cref="PeersBench"/> runs all contenders in turn.</summary>
internal interface IContender
{
    /// <summary>Its name in the table of results.</summary>
    string Name { get; }

    /// <summary>Number of sources, each on a separate thread.</summary>
    int Sources => Trials.Sources;

    /// <summary>Options of the endpoint, which decide the shape of requests.</summary>
    string Options { get; }

    /// <summary>Records per batch.</summary>
    int Batch { get; }

    /// <summary>Opens the workload that supplies its records.</summary>
    /// <param name="records">Records a source.</param>
    /// <returns>The workload; the caller disposes it.</returns>
    IWorkload Open(int records);
}
