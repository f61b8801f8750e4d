using DbIngest.Core.Targets;

namespace DbIngest.Bench.Series;

/// <summary>Something else that writes the same rows into the same table.</summary>
internal interface IPeer : IDisposable
{
    /// <summary>Its name.</summary>
    string Name { get; }

    /// <summary>The database.</summary>
    TargetDefinition Database { get; }

    /// <summary>The endpoint of the private server that both write into.</summary>
    string Endpoint { get; }

    /// <summary>Makes what it reads, before anything is timed.</summary>
    /// <param name="records">Records a source.</param>
    void Make(int records);

    /// <summary>Writes all rows into the prepared table. This is timed.</summary>
    /// <param name="target">The target.</param>
    void Load(ITarget target);
}
