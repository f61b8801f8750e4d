using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Hybrid;

/// <summary>One of the two databases, open.</summary>
/// <param name="Name">Its name on the command line.</param>
/// <param name="Target">The target; the hybrid's.</param>
internal sealed record HybridPart(string Name, ITarget Target);
