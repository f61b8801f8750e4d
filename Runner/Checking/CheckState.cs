namespace DbIngest.Runner.Checking;

/// <summary>The state of a <see cref="CheckFinding"/>. JSON output contains the names: never rename one.</summary>
internal enum CheckState
{
    /// <summary>The file is as it was written, or follows from the journal.</summary>
    Right,

    /// <summary>The file was changed, is missing, or does not follow from the journal.</summary>
    Wrong,

    /// <summary>The file cannot be checked here. The text of the finding says why.</summary>
    NotChecked,
}
