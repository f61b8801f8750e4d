namespace DbIngest.Core.Pipeline;

/// <summary>How often batches are tried again, database by database.</summary>
/// <param name="Common">For every database but those that have their own.</param>
/// <param name="Own">For those, by name.</param>
public sealed record RetryPlan(RetryOptions Common, IReadOnlyDictionary<string, RetryOptions> Own)
{
    /// <summary>The same for every database.</summary>
    /// <param name="common">How often.</param>
    public static implicit operator RetryPlan(RetryOptions common) => new(common, new Dictionary<string, RetryOptions>(StringComparer.Ordinal));

    /// <summary>How often batches of a database are tried again.</summary>
    /// <param name="database">Its name.</param>
    public RetryOptions For(string database) => Own.GetValueOrDefault(database, Common);
}
