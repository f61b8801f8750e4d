namespace DbIngest.Targets.Couchbase;

/// <summary>
/// Settings of study 1's Couchbase 3.0.1 as far as a present bucket accepts them: 25 batches of 1,000 records in flight per
/// source, the least compaction, and more threads for the bucket. The cluster's own thread counts stay as they are and are shown
/// in the description. With <c>profile=study1</c>, <see cref="CouchbaseDefinition"/> takes the load from it, and
/// <see cref="BucketContent"/> the settings of a bucket that it creates. The profile stands for study 1: its numbers must stay.
/// </summary>
internal static class StudyProfile
{
    /// <summary>Batches in flight per source, each with its connection and thread, and records per batch.</summary>
    public static readonly IReadOnlyDictionary<string, string> Load =
        new Dictionary<string, string>(StringComparer.Ordinal) { ["in-flight"] = "25", ["batch"] = "1000" };

    /// <summary>
    /// Settings of a created bucket: compaction at 100 % garbage, which means never, and the high priority with 8 threads instead
    /// of 3.
    /// </summary>
    public static readonly IReadOnlyList<(string Name, string Value)> BucketFields =
    [
        ("autoCompactionDefined", "true"), ("parallelDBAndViewCompaction", "false"),
            ("databaseFragmentationThreshold[percentage]", "100"), ("threadsNumber", "8"),
    ];
}
