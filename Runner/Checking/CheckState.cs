namespace DbIngest.Runner.Checking;

/// <summary>
/// How far a file of a result folder can be trusted. <see cref="ResultCheck"/> and <see cref="SshSignature"/> decide it for each
/// <see cref="CheckFinding"/>. <c>report --check</c> shows all findings and ends with exit code 5 for <see cref="Wrong"/> alone.
/// JSON output contains the names: never rename one.
/// </summary>
internal enum CheckState
{
    /// <summary>The file is as it was written, or follows from the journal.</summary>
    Right,

    /// <summary>The file was changed, is missing, or does not follow from the journal.</summary>
    Wrong,

    /// <summary>The file cannot be checked here. The text of the finding says why.</summary>
    NotChecked,
}
