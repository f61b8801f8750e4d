using DbIngest.Core.Plan;
using DbIngest.Runner.Options;
using DbIngest.Targets.Servers;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Refuses faults that this process cannot cause on this machine: a full disk and a partition need a disk and a network that the
/// run must be able to create. <c>SweepSession</c> calls it before any server is started. <see cref="FaultCheck"/> refuses faults
/// that no machine could cause.
/// </summary>
internal static class FaultNeeds
{
    /// <summary>Refuses faults whose private disk or private network this process cannot create.</summary>
    /// <param name="request">The command.</param>
    /// <exception cref="UsageException">The message names what is missing, and the remedy.</exception>
    public static void Check(SweepRequest request)
    {
        if (request.Has(FaultKind.DiskFull) && PrivateDisk.Missing() is { } noDisk)
        {
            throw new UsageException($"--fault: disk-full fills a disk that the run mounts for its server, and {noDisk}; "
                + "run as root where that is possible, or leave disk-full out.");
        }

        if (request.Has(FaultKind.Partition) && PrivateNetwork.Missing() is { } noNetwork)
        {
            throw new UsageException($"--fault: partition cuts a network that the run makes for its server, and {noNetwork}; "
                + "run as root where that is possible, or leave partition out.");
        }
    }
}
