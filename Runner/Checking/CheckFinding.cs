namespace DbIngest.Runner.Checking;

/// <summary>What <see cref="ResultCheck"/> found about one file of a result folder. A file may have several findings.</summary>
/// <param name="Item">Path of the file relative to the result folder.</param>
/// <param name="State">Whether the file is right, wrong or cannot be checked.</param>
/// <param name="Text">The finding in words, without a full stop.</param>
internal sealed record CheckFinding(string Item, CheckState State, string Text);
