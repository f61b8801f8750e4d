using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>Finds the description of a point's target in a manifest.</summary>
internal static class ManifestTargets
{
    /// <summary>Name of the target without a database, which measures the client alone.</summary>
    public const string Null = "null";

    public static TargetDescription? Of(Manifest manifest, Point point) => manifest.Targets.FirstOrDefault(point.IsWrittenTo);
}
