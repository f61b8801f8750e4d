namespace DbIngest.Tds.Endpoint.Storage;

/// <summary>What a database is set to.</summary>
public sealed class DatabaseSettings
{
    /// <summary><c>recovery_model_desc</c>.</summary>
    public string Recovery { get; set; } = "FULL";

    /// <summary><c>delayed_durability_desc</c>.</summary>
    public string Durability { get; set; } = "DISABLED";

    /// <summary><c>is_memory_optimized_elevate_to_snapshot_on</c>.</summary>
    public bool ElevatesToSnapshot { get; set; }

    /// <summary>Whether it has the extended property that a program marks its own databases with.</summary>
    public bool IsMarked { get; set; }

    /// <summary>Logical names of its files.</summary>
    public HashSet<string> Files { get; } = new(StringComparer.OrdinalIgnoreCase);
}
