using DbIngest.Analysis.Tests.Fakes;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Sweeps whose batches were not all acknowledged at their first attempt.</summary>
internal static partial class Faults
{
    public static FakeSweep Retries => Each(trial => trial with
    {
        Retries = 1,
        RetriedRecords = 1000,
        RecordsPerS = (trial.AcknowledgedRecords - 1000) / trial.ElapsedS,
    });

    public static FakeSweep FailedWithoutRetry => Each(trial => trial.Trial == 6
        ? trial with { Status = TrialStatus.Incomplete, FailedRecords = 1000 }
        : trial);

    public static FakeSweep ResolvedWithoutRetry => Each(trial => trial with { ResolvedBatches = 1 });

    /// <summary>Ten measured trials are left of thirteen: as many as the protocol has.</summary>
    public static FakeSweep ThreeOfSixteenFailed => Each(trial => trial.Trial is 5 or 8 or 16
        ? trial with { Status = TrialStatus.Incomplete, Error = "timed out" }
        : trial) with
    {
        Trials = 16,
    };
}
