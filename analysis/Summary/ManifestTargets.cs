using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Analysis.Summary;

/// <summary>
/// Finds the description of a point's target in a manifest. <see cref="PointSummaries"/>, <see cref="PricedMachines"/>,
/// <c>PointFacts</c> and <c>PlotSeries</c> look up what the server promised and how it was configured. A manifest may lack a
/// description, so callers must allow for null.
/// </summary>
internal static class ManifestTargets
{
    /// <summary>
    /// Name of the target without a database, which measures the client alone. Gates, figures and comparisons of databases
    /// leave its points out.
    /// </summary>
    public const string Null = "null";

    /// <summary>Returns the description. Null when the manifest does not describe the target.</summary>
    public static TargetDescription? Of(Manifest manifest, Point point) => manifest.Targets.FirstOrDefault(point.IsWrittenTo);
}
