using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Targets;
using DbIngest.Runner.Options;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Wraps a target so that its writers send batches to the HTTP service of <c>--via</c>: a service that the run starts for each
/// trial, or a service that already runs at a URL. <see cref="OpenTargets"/> creates this object for a sweep that writes, and
/// calls it each time it opens a target. This object starts and ends no service: the wrapped target does.
/// </summary>
/// <param name="request">Says how many sources and how large batches a service must take, and holds its API key.</param>
/// <param name="startOf">Returns how the run starts its own service. Called for <c>--via service</c> only.</param>
internal sealed class ServiceWrapper(SweepRequest request, ServiceStartFactory startOf)
{
    /// <summary>
    /// Wraps a target. The wrapped target owns and disposes the given one. If the method throws, it has disposed the given one.
    /// </summary>
    /// <param name="definition">The database.</param>
    /// <param name="options">The options with which the target was opened.</param>
    /// <param name="target">The open target.</param>
    /// <param name="key">Values of the axes for which the target was opened. The value of <c>--via</c> is one of them.</param>
    /// <returns>
    /// The wrapped target. Null without <c>--via</c> or for <c>none</c>, where sources write to the database: the caller then
    /// keeps the given target.
    /// </returns>
    /// <exception cref="TargetException">The service at the user's URL does not answer, or takes no requests.</exception>
    /// <exception cref="ArgumentException">
    /// The service at the user's URL does not fit: it has another database, client or durability level, or takes too few sources
    /// or too small batches. The message names each difference.
    /// </exception>
    public ServiceClientTarget? Before(TargetDefinition definition, TargetOptions options, ITarget target, AxisValues key)
    {
        if (!SweepAxes.Via.TryGet(key, out string? way) || way is SweepAxes.ViaNone)
        {
            return null;
        }

        try
        {
            if (way is SweepAxes.ViaService)
            {
                return new ViaServiceTarget(target, startOf(definition, options, target, key));
            }

            var needs = new ServiceDemand(
                definition.Name,
                definition.Client(options.Client).Name,
                definition.Contract(options.Durability).Name,
                request.Sources.Max(layout => layout.Total),
                request.Batches.Max(),
                request.RehearsalS > 0,
                request.Mixes.Any(mix => mix.Finds),
                options.RequestTimeout);

            // The service may take connections and answer nothing.
            return Interruptible.Run(() => RemoteServiceTarget.Open(target, At(way, key), needs), options.Cancellation);
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
