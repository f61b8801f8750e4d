using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Mixes;

/// <summary>Another tool that executes the same operations. <see cref="Comparison"/> runs it in turn with the product.</summary>
internal interface IPeer : IDisposable
{
    /// <summary>The tool's name in the table.</summary>
    string Name { get; }

    /// <summary>The database.</summary>
    TargetDefinition Database { get; }

    /// <summary>The endpoint of the server that both use; null for a private server with default options.</summary>
    string? Endpoint { get; }

    /// <summary>The distribution of the tool's keys, as a value of <c>--mix</c>.</summary>
    string Keys { get; }

    /// <summary>Rounds of each mix that do not count.</summary>
    int WarmUps { get; }

    /// <summary>Empties and fills the tool's table. Not timed.</summary>
    /// <param name="target">The product's target of the same server, whose table is filled.</param>
    /// <param name="work">The operations that will follow.</param>
    void Load(ITarget target, Work work);

    /// <summary>Executes the operations. The CPU time of client and server is measured.</summary>
    /// <param name="target">The product's target of the same server.</param>
    /// <param name="work">The operations.</param>
    /// <returns>Operations done, operations per second as the tool reports them, and service times by kind.</returns>
    (long Operations, double PerS, Percentiles? Read, Percentiles? Update) Run(ITarget target, Work work);
}
