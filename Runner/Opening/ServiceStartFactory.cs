using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Returns how to start an HTTP service before a target, and starts nothing. <see cref="ServiceWrapper"/> calls it for
/// <c>--via service</c>, <c>TrialServiceStart</c> implements it.
/// </summary>
/// <param name="definition">The database.</param>
/// <param name="options">The options with which the target was opened.</param>
/// <param name="target">The open target.</param>
/// <param name="key">The values of the target's points on the axes that open it.</param>
internal delegate ServiceStart ServiceStartFactory(
    TargetDefinition definition, TargetOptions options, ITarget target, AxisValues key);
