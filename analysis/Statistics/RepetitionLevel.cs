namespace DbIngest.Analysis.Statistics;

/// <summary>One level of repetition.</summary>
/// <param name="Kind">What is repeated.</param>
/// <param name="Measured">How often it was, within one repetition of the level above.</param>
/// <param name="Variance">The variance that arises at this level itself, in the square of the unit of the values.</param>
/// <param name="Planned">How often it should be.</param>
public sealed record RepetitionLevel(RepetitionKind Kind, double Measured, double Variance, int Planned);
