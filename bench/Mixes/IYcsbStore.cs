using DbIngest.Abstractions.Targets;

namespace DbIngest.Bench.Mixes;

/// <summary>A database on which <see cref="GoYcsb"/> runs, in a table of go-ycsb beside the product's table.</summary>
internal interface IYcsbStore
{
    /// <summary>The name of the database in the command line of go-ycsb.</summary>
    string Name { get; }

    /// <summary>The database.</summary>
    TargetDefinition Database { get; }

    /// <summary>The endpoint of the server; null for a private server with default options.</summary>
    string? Endpoint => null;

    /// <summary>Rounds of each mix that do not count.</summary>
    int WarmUps => 1;

    /// <summary>Environment variables for go-ycsb while it loads the rows; null for none.</summary>
    IReadOnlyDictionary<string, string>? LoadEnvironment => null;

    /// <summary>The properties of go-ycsb that lead to the server.</summary>
    /// <param name="target">The product's target of the server.</param>
    IEnumerable<string> Properties(ITarget target);

    /// <summary>Drops go-ycsb's table and creates it empty, where go-ycsb does not.</summary>
    /// <param name="target">The product's target of the server.</param>
    void Empty(ITarget target);

    /// <summary>Brings the server to rest after the load, as a trial of DbIngest does.</summary>
    /// <param name="target">The product's target of the server.</param>
    void Settle(ITarget target) => target.Settle(CancellationToken.None);
}
