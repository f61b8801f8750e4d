namespace DbIngest.Targets.Couchbase;

/// <summary>
/// What study 1 says of its Couchbase 3.0.1: 25 writer threads of 1,000 records each a source, compaction minimised, more threads
/// that write than threads that read. Of that, what a bucket of today can be told; how many threads of each kind there are is the
/// cluster's own setting, which the description shows.
/// </summary>
internal static class StudyProfile
{
    /// <summary>A source's batches in flight, a connection and thread each, and their size.</summary>
    public static readonly IReadOnlyDictionary<string, string> Load =
        new Dictionary<string, string>(StringComparer.Ordinal) { ["in-flight"] = "25", ["batch"] = "1000" };

    /// <summary>
    /// A bucket's settings: compacted when all of its file is garbage, that is never; and of the higher priority, which has 8
    /// threads instead of 3.
    /// </summary>
    public static readonly IReadOnlyList<(string Name, string Value)> BucketFields =
    [
        ("autoCompactionDefined", "true"), ("parallelDBAndViewCompaction", "false"),
            ("databaseFragmentationThreshold[percentage]", "100"), ("threadsNumber", "8"),
    ];
}
