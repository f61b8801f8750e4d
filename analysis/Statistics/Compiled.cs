using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>How the few methods are compiled in which most of a report's time goes.</summary>
internal static class Compiled
{
    /// <summary>
    /// With all optimisations at the first call. A report is the work of a second in a program just started: the runtime would spend
    /// it on code without any, counting its loops, before it compiled these again.
    /// </summary>
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
}
