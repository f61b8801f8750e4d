using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>A database of a sweep, with the write paths and durability contracts it is measured under.</summary>
/// <param name="Definition">The database.</param>
/// <param name="Clients">Its write paths.</param>
/// <param name="Durability">Its contracts.</param>
internal sealed record DatabaseChoice(TargetDefinition Definition, IReadOnlyList<string> Clients,
    IReadOnlyList<string> Durability)
{
    private static readonly object?[] NoValue = [null];

    private static readonly Dictionary<Axis, Func<DatabaseChoice, IReadOnlyList<object?>>> PerDatabase = new()
    {
        [SweepAxes.Database] = database => [database.Definition.Name],
        [SweepAxes.Client] = database => database.Clients,
        [SweepAxes.Durability] = database => database.Durability,
        [SweepAxes.Options] = database => database.Options,
        [SweepAxes.Deployment] = database => database.Deployments,
    };

    /// <summary>The configurations that its endpoint stands for; a null one where no option has a list.</summary>
    public IReadOnlyList<EndpointChoice?> Options { get; init; } = [null];

    /// <summary>The names of its deployments; a null one where none is named.</summary>
    public IReadOnlyList<string?> Deployments { get; init; } = [null];

    /// <summary>Its values on an axis with <see cref="Axis.IsPerDatabase"/>. A single null on any other axis.</summary>
    public IReadOnlyList<object?> On(Axis axis) => PerDatabase.TryGetValue(axis, out var values) ? values(this) : NoValue;
}
