using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Sweeps with sources on the host alpha.</summary>
internal static partial class Faults
{
    /// <summary>Two cores are busy, which are few beside the cores of this machine.</summary>
    public static FakeSweep BusyHost => Each(trial => OnAlpha(trial, coresUsed: 1.9, hostCores: 2, coresHere: 62));

    public static FakeSweep HostBesideServer => Each(trial => OnAlpha(trial, coresUsed: 3.2, hostCores: 4, coresHere: 4) with
    {
        Server = trial.Server! with { CpuShare = 0.6, Cores = 4 },
    });

    private static TrialResult OnAlpha(TrialResult trial, double coresUsed, int hostCores, int coresHere) => trial with
    {
        Client = trial.Client! with
        {
            CpuS = coresUsed * trial.ElapsedS,
            CpuShare = coresUsed / (hostCores + coresHere),
            Cores = hostCores + coresHere,
        },
        Hosts = [new HostUse
        {
            Host = "alpha",
            ClockOffsetS = 0,
            ClockErrorS = 1e-9,
            ClockErrorAfterS = 1e-9,
            ClockDriftS = 0,
            CpuS = coresUsed * trial.ElapsedS,
            Cores = hostCores,
        }],
    };
}
