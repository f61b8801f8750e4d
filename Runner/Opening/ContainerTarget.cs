using DbIngest.Abstractions.Resources;
using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Opening;

/// <summary>
/// A target whose servers run in containers of this run. <see cref="OpenTargets"/> wraps the target of the database in it. The
/// description names image, engine and limits instead of the endpoint. Resource use is that of the containers alone. If a server
/// does not answer before a trial, each container that has ended is restarted, without its data if need be, and preparing is
/// tried once more. Writers are not wrapped: the timed path is that of the inner target. <see cref="OpenTargets"/> disposes
/// several targets at once, one thread for each.
/// </summary>
/// <param name="inner">The target, which this object owns and disposes.</param>
/// <param name="leases">The target's lease of each container by the name of the database, returned on Dispose.</param>
/// <param name="limits">Limits of each container. Null for none.</param>
internal sealed class ContainerTarget(ITarget inner, IReadOnlyDictionary<string, ServerLease<RunContainer>> leases,
    ServerLimits? limits) : ForwardingTarget(inner)
{
    private const string Place = "a container";

    /// <summary>The memory limit of all containers together, in bytes, or else the inner target's figure.</summary>
    public override long? ServerMemoryBytes => limits?.MemoryBytes is { } bytes ? bytes * leases.Count : Inner.ServerMemoryBytes;

    private IEnumerable<RunContainer> Containers => leases.Values.Select(lease => lease.Server);

    /// <inheritdoc/>
    public override TargetDescription Describe(CancellationToken cancellation = default)
    {
        var description = Inner.Describe(cancellation);
        var settings = new Dictionary<string, string>(description.Settings, StringComparer.Ordinal);
        foreach (var (database, lease) in leases)
        {
            string prefix = leases.Count == 1 ? string.Empty : database + ".";
            settings[prefix + TargetDescription.ContainerSetting] = lease.Server.Image;
            settings[prefix + "container_engine"] = lease.Server.Engine;
            Set(prefix + "container_settings", lease.Server.Settings);
            Set(prefix + TargetDescription.LimitsSetting, lease.Server.Limits);
        }

        return description with
        {
            Settings = settings,
            Endpoint = Place,
            Configuration = description.Configuration == TargetDescription.FoundConfiguration
                ? TargetDescription.ShippedConfiguration : description.Configuration,
        };

        void Set(string name, string? value)
        {
            if (!string.IsNullOrEmpty(value))
            {
                settings[name] = value;
            }
        }
    }

    /// <inheritdoc/>
    public override void Prepare(TrialTable table, CancellationToken cancellation = default)
    {
        try
        {
            Inner.Prepare(table, cancellation);
        }
        catch (TargetException exception) when (exception.IsUnreachable)
        {
            foreach (var container in Containers)
            {
                container.EnsureRunning(cancellation);
            }

            Inner.Prepare(table, cancellation);
        }
    }

    /// <summary>
    /// Measures space without file sizes: paths of the server lie in the container, and equal paths of this machine are other
    /// files.
    /// </summary>
    public override DiskSpace MeasureSpace(CancellationToken cancellation = default) =>
        Inner.MeasureSpace(cancellation) with { FilesApparentBytes = null, FilesAllocatedBytes = null };

    /// <summary>Process numbers of this machine. Within the container the same processes have other numbers.</summary>
    public override IReadOnlyList<int> ServerProcesses() => [.. Containers.SelectMany(container => container.Processes)];

    /// <summary>False: the inner target does not see the processes of the containers, which are its servers.</summary>
    public override bool HidesServer(CancellationToken cancellation) => false;

    /// <inheritdoc/>
    public override IReadOnlyList<IResourceReader> OpenReaders() =>
        [.. Containers.SelectMany(container => container.OpenReaders())];

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        try
        {
            base.Dispose(disposing);
        }
        finally
        {
            foreach (var lease in leases.Values)
            {
                lease.Dispose();
            }
        }
    }
}
