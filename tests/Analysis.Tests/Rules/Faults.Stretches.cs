using DbIngest.Analysis.Tests.Fakes;

namespace DbIngest.Analysis.Tests.Rules;

/// <summary>Sweeps that were interrupted, whose trials last a stated time each.</summary>
internal static partial class Faults
{
    /// <summary>After the interruption trials take as long as before, and store a fifteenth of the records.</summary>
    public static FakeSweep ColdStretchByDuration => Each(trial => trial.Trial <= 8
        ? trial
        : trial with { AcknowledgedRecords = trial.AcknowledgedRecords / 15, Stretch = 2 }) with
    {
        At = point => point with { DurationS = 1 },
    };
}
