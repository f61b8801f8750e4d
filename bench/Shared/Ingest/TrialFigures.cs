namespace DbIngest.Bench;

/// <summary>What a trial gave.</summary>
internal readonly record struct TrialFigures(double RecordsPerS, double ClientUsPerRecord, double BytesPerRecord);
