namespace DbIngest.Analysis.Statistics;

/// <summary>One level of a <see cref="RepetitionPlan"/>.</summary>
/// <param name="Measured">Repetitions in the first experiment, per repetition of the level above.</param>
/// <param name="Variance">Variance that arises at this level, in the square of the unit of the values.</param>
/// <param name="Planned">Repetitions to make next time, per repetition of the level above.</param>
/// <param name="Kind">Kind of repetition.</param>
/// <remarks>
/// <see cref="RepetitionPlan"/> creates one per level, and the table of deployments shows it. <c>summary.json</c> contains the
/// members, so none may be renamed.
/// </remarks>
public sealed record RepetitionLevel(RepetitionKind Kind, double Measured, double Variance, int Planned);
