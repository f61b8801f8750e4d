using System.Runtime.CompilerServices;

namespace DbIngest.Analysis.Statistics;

/// <summary>
/// The compiler option of the few methods that take most of a report's time. <see cref="Bootstrap"/>, <see cref="EDivisive"/> and
/// other loops of this folder carry it. It changes their speed and no figure.
/// </summary>
internal static class Compiled
{
    /// <summary>
    /// Optimises the method at its first call. A report takes about a second in a process that has just started: otherwise the
    /// runtime would run these loops unoptimised first and recompile them later.
    /// </summary>
    public const MethodImplOptions AtOnce = MethodImplOptions.AggressiveOptimization;
}
