using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;
using DbIngest.Runner.Options;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Starts the containers of a run (<c>--container</c>), one per database. <see cref="OpenTargets"/> owns the pool and calls it
/// before it opens each target that is no deployment. The targets of a database share its container. The container ends when
/// the last of them is disposed.
/// </summary>
/// <param name="request">The request, with images and limits.</param>
internal sealed class ContainerPool(SweepRequest request)
{
    private readonly ServerPool<string, RunContainer> _running = new();

    /// <summary>Starts the containers of a target, unless they run, and puts their addresses into its options.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="options">The options without containers.</param>
    /// <returns>
    /// The options to open the target with, and its lease of each container by the name of the database. The options no longer
    /// have the server limits, which the containers enforce. The caller disposes the leases. There are none for a database
    /// without <c>--container</c>.
    /// </returns>
    /// <exception cref="TargetException">A container cannot be started. No lease is left.</exception>
    public (TargetOptions Options,
        IReadOnlyDictionary<string, ServerLease<RunContainer>> Leases) Start(TargetDefinition definition, TargetOptions options)
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

            // The container enforces the limits. In the options they would apply to a server that the target starts.
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

    private static TargetOptions At(TargetOptions options, string database, string endpoint, Secret? password) =>
        options.Parts is { } parts
        ? options with
        {
            Parts = parts.ToDictionary(
                part => part.Key,
                part => part.Key == database ? new TargetAccess(DatabaseAccess.With(endpoint, part.Value.Endpoint), password)
                    : part.Value,
                StringComparer.Ordinal),
        }
        : options with { Endpoint = DatabaseAccess.With(endpoint, options.Endpoint), Password = password };
}
