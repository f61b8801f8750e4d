namespace DbIngest.Core.Pipeline;

/// <summary>A lane's next piece of work.</summary>
/// <param name="First">The first record.</param>
/// <param name="Count">How many.</param>
/// <param name="Due">When it is intended to begin, in ticks after the common start; 0 in a closed loop, where it is as soon as may be.</param>
internal readonly record struct BatchTurn(long First, int Count, long Due);
