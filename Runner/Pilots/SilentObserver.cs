using DbIngest.Core.Sweeps;

namespace DbIngest.Runner.Pilots;

/// <summary>
/// Ignores all events of a sweep. <see cref="Pilot"/> passes it to its trials, because <c>plan</c> shows no progress of them.
/// </summary>
internal sealed class SilentObserver : ISweepObserver;
