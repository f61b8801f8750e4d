using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;
using DbIngest.Runner.Options;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Opening;

/// <summary>The containers of a run: one a database, shared by its targets, ended with the last of them.</summary>
/// <param name="request">What is asked for.</param>
internal sealed class ContainerPool(SweepRequest request)
{
    private readonly ServerPool<string, RunContainer> _running = new();

    /// <summary>Starts what a target needs, and says in its options where that is.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="options">The options without containers.</param>
    /// <returns>The options to open it with, and its part in each container by the name of its database; none where it has none.</returns>
    /// <exception cref="TargetException">One cannot be started.</exception>
    public (TargetOptions Options, IReadOnlyDictionary<string, ServerLease<RunContainer>> Leases) Start(TargetDefinition definition, TargetOptions options)
    {
        var leases = new Dictionary<string, ServerLease<RunContainer>>(StringComparer.Ordinal);
        try
        {
            foreach (var part in definition.Parts.Where(part => request.Access.Containers.ContainsKey(part.Name)))
            {
                var password = request.Access.PasswordOf(part.Name);
                var order = new ContainerOrder(part, request.Access.Containers[part.Name])
                {
                    Password = password,
                    Limits = request.ServerLimits,
                    Connections = request.Connections,
                    Say = options.Say,
                };
                var lease = _running.Acquire(part.Name, () => RunContainer.Start(order, options.Cancellation));
                leases.Add(part.Name, lease);
                options = At(options, part.Name, lease.Server.Endpoint, password);
            }

            // The container keeps to the limits, which a target would take for those of a server that it starts itself.
            return (leases.Count == 0 ? options : options with { ServerLimits = null }, leases);
        }
        catch
        {
            foreach (var lease in leases.Values)
            {
                lease.Dispose();
            }

            throw;
        }
    }

    private static TargetOptions At(TargetOptions options, string database, string endpoint, Secret? password) => options.Parts is { } parts
        ? options with
        {
            Parts = parts.ToDictionary(
                part => part.Key,
                part => part.Key == database ? new TargetAccess(DatabaseAccess.With(endpoint, part.Value.Endpoint), password) : part.Value,
                StringComparer.Ordinal),
        }
        : options with { Endpoint = DatabaseAccess.With(endpoint, options.Endpoint), Password = password };
}
