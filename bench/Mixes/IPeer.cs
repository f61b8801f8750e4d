using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Mixes;

/// <summary>Another tool that executes the same operations. <see cref="Comparison"/> runs it in turn with the product.</summary>
internal interface IPeer : IDisposable
{
    /// <summary>Its name.</summary>
    string Name { get; }

    /// <summary>The database.</summary>
    TargetDefinition Database { get; }

    /// <summary>The endpoint of the server that both use; null for a private one as it is by default.</summary>
    string? Endpoint { get; }

    /// <summary>The law by which it draws keys, in our words.</summary>
    string Keys { get; }

    /// <summary>Rounds of each mix that do not count.</summary>
    int WarmUps { get; }

    /// <summary>Fills its table anew. This is not timed.</summary>
    /// <param name="target">Our target of the same server, whose table is there and filled.</param>
    /// <param name="work">What follows.</param>
    void Load(ITarget target, Work work);

    /// <summary>Carries out the operations.</summary>
    /// <param name="target">Our target of the same server.</param>
    /// <param name="work">The operations.</param>
    /// <returns>Operations done, operations a second as it reports them, and service times by kind.</returns>
    (long Operations, double PerS, Percentiles? Read, Percentiles? Update) Run(ITarget target, Work work);
}
