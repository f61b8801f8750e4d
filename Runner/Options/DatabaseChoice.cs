using DbIngest.Abstractions.Endpoints;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;

namespace DbIngest.Runner.Options;

/// <summary>
/// One database of a sweep with its own values on the axes that differ by database: write paths, durability levels, endpoint
/// options, deployments. <see cref="DatabaseChoiceReader"/> creates it, and <see cref="SweepRequest"/> combines the values into
/// points. It is immutable and opens no database.
/// </summary>
/// <param name="Definition">The database, or a composition of databases.</param>
/// <param name="Clients">Names of its clients. Empty only if the reader refused them.</param>
/// <param name="Durability">Names of its durability levels. Empty only if the reader refused them.</param>
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

    /// <summary>The combinations of its endpoint options with lists. A single null if no endpoint option has a list.</summary>
    public IReadOnlyList<EndpointChoice?> Options { get; init; } = [null];

    /// <summary>The names of its deployments. A single null without <c>--cluster</c>.</summary>
    public IReadOnlyList<string?> Deployments { get; init; } = [null];

    /// <summary>The chosen clients without asynchronous calls, in the order given.</summary>
    public IEnumerable<string> BlockingClients => Clients.Where(name => !Definition.Client(name).IsAsync);

    /// <summary>
    /// The values of this database on an axis with <see cref="Axis.IsPerDatabase"/>. A single null on any other axis, which
    /// stands for no value: an empty list would leave the sweep without points.
    /// </summary>
    public IReadOnlyList<object?> On(Axis axis) => PerDatabase.TryGetValue(axis, out var values) ? values(this) : NoValue;
}
