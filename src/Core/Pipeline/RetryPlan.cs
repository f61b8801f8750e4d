namespace DbIngest.Core.Pipeline;

/// <summary>
/// The retries of each database of a sweep. <c>SweepSession</c> creates one per run. <see cref="Trials.TrialRunner"/> and
/// <see cref="Sweeps.ProcessWarmUp"/> ask it for the retries of a point's database. Immutable.
/// </summary>
/// <param name="Common">Retries of all databases that are not in <paramref name="Own"/>.</param>
/// <param name="Own">Retries of databases that override the default, by name.</param>
public sealed record RetryPlan(RetryOptions Common, IReadOnlyDictionary<string, RetryOptions> Own)
{
    /// <summary>A plan with the same retries for every database.</summary>
    public static implicit operator RetryPlan(RetryOptions common) =>
        new(common, new Dictionary<string, RetryOptions>(StringComparer.Ordinal));

    /// <summary>The retries of a database, by name.</summary>
    public RetryOptions For(string database) => Own.GetValueOrDefault(database, Common);
}
