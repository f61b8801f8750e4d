using DbIngest.Analysis.Compare;

namespace DbIngest.Analysis.Tests.Compare;

/// <summary>One comparison of a study.</summary>
/// <param name="Verdict">Its verdict.</param>
/// <param name="IsRegression">Whether its gate fails.</param>
/// <param name="Labelled">Whether a point of it bears the label of a rule on steadiness or autocorrelation.</param>
internal sealed record AlarmResult(OverallVerdict Verdict, bool IsRegression, bool Labelled)
{
    public bool IsAlarm => Verdict is OverallVerdict.Faster or OverallVerdict.Slower or OverallVerdict.Mixed;
}
