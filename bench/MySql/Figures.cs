namespace DbIngest.Bench.MySql;

/// <summary>What one contestant's turn gave.</summary>
/// <param name="RecordsPerS">Records acknowledged a second.</param>
/// <param name="ClientUs">CPU of the client, microseconds a record; of ours with the generator.</param>
internal readonly record struct Figures(double RecordsPerS, double ClientUs);
