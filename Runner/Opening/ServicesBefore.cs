using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Puts the HTTP service of <c>--via</c> before a target: one that the run starts for each trial, or one that somebody else has
/// started. <see cref="OpenTargets"/> creates it for a sweep that writes.
/// </summary>
/// <param name="request">The request.</param>
/// <param name="startOf">Says how to start a service.</param>
internal sealed class ServicesBefore(SweepRequest request, StartOfService startOf)
{
    /// <summary>Wraps a target, and disposes it if that fails.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="options">The options with which the target was opened.</param>
    /// <param name="target">The open target.</param>
    /// <param name="key">The values of the target's points on the axes that open it.</param>
    /// <returns>The target with a service before it. Null if sources write to the database.</returns>
    /// <exception cref="TargetException">The service that the user named does not answer.</exception>
    /// <exception cref="ArgumentException">The service that the user named does not fit.</exception>
    public ServiceClientTarget? Before(TargetDefinition definition, TargetOptions options, ITarget target, AxisValues key)
    {
        if (!SweepAxes.Via.TryGet(key, out string? way) || way is SweepAxes.ViaNone)
        {
            return null;
        }

        try
        {
            return way is SweepAxes.ViaService
                ? new ViaServiceTarget(target, startOf(definition, options, target, key))
                : RemoteServiceTarget.Open(target, At(way, key), new(
                    definition.Name,
                    definition.Client(options.Client).Name,
                    definition.Contract(options.Durability).Name,
                    request.Sources.Max(layout => layout.Total),
                    request.Batches.Max(),
                    request.RehearsalS > 0,
                    request.Mixes.Any(mix => mix.Finds),
                    options.RequestTimeout));
        }
        catch
        {
            target.Dispose();
            throw;
        }
    }

    private ServiceAddress At(string url, AxisValues key) => new(url, request.Access.ServiceKey)
    {
        IsHttp2 = ServiceHttp.IsVersion2(key),
    };
}
