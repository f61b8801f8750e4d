namespace DbIngest.Bench.SideBySide;

/// <summary>One way to do the same work.</summary>
/// <param name="Name">Its name in the table.</param>
/// <param name="Run">Does it once.</param>
internal sealed record Alternative(string Name, Func<RunCost> Run);
