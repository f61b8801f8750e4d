using DbIngest.Core.Results;

namespace DbIngest.Targets.Tests.Cassandra;

/// <summary>What a trial that met with a misfortune must say.</summary>
internal static class TrialResultAssertions
{
    /// <summary>The trial failed, says why, and its audit tells of every acknowledged record whether it is there.</summary>
    public static void ShouldHaveNoFigureAndBeAccountedFor(this TrialResult result)
    {
        result.Error.ShouldNotBeNull();
        result.AcknowledgedRecords.ShouldBeInRange(1, result.Point.TotalRecords - 1);
        var audit = result.Audit.ShouldNotBeNull();
        audit.ExpectedRecords.ShouldBe(result.AcknowledgedRecords);
        result.Status.ShouldBe(audit.MissingRecords > 0 ? TrialStatus.Invalid
            : TrialStatus.Incomplete, string.Join("; ", audit.Findings));
        audit.DuplicateRecords.ShouldBe(0);
    }
}
