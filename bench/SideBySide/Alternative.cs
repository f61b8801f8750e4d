namespace DbIngest.Bench.SideBySide;

/// <summary>One of the ways to do the same work that <see cref="AlternatingRuns"/> compares.</summary>
/// <param name="Name">Its name in the table.</param>
/// <param name="Run">Does the work once and measures it.</param>
internal sealed record Alternative(string Name, Func<RunCost> Run);
