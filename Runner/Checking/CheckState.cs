namespace DbIngest.Runner.Checking;

/// <summary>The state of a <see cref="CheckFinding"/>.</summary>
internal enum CheckState
{
    /// <summary>It is as it was written.</summary>
    Right,

    /// <summary>It was changed, or does not follow from the journal.</summary>
    Wrong,

    /// <summary>It cannot be checked here; the text says why.</summary>
    NotChecked,
}
