using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// One database of a sweep with its own values on the axes that differ by database: write paths, durability levels, endpoint
/// options, deployments. <see cref="DatabaseChoiceReader"/> creates it, and <see cref="SweepRequest"/> multiplies the values to
/// points.
/// </summary>
/// <param name="Definition">The database, or a composition of databases.</param>
/// <param name="Clients">Names of its write paths; at least one unless refused.</param>
/// <param name="Durability">Names of its durability levels; at least one unless refused.</param>
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

    /// <summary>The configurations that its endpoint stands for. A single null if no endpoint option has a list.</summary>
    public IReadOnlyList<EndpointChoice?> Options { get; init; } = [null];

    /// <summary>The names of its deployments. A single null without <c>--cluster</c>.</summary>
    public IReadOnlyList<string?> Deployments { get; init; } = [null];

    /// <summary>Its values on an axis with <see cref="Axis.IsPerDatabase"/>. A single null on any other axis.</summary>
    public IReadOnlyList<object?> On(Axis axis) => PerDatabase.TryGetValue(axis, out var values) ? values(this) : NoValue;
}
