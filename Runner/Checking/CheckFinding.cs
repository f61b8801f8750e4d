namespace DbIngest.Runner.Checking;

/// <summary>One thing that <see cref="ResultCheck"/> looked at.</summary>
/// <param name="Item">The file, or the part of it.</param>
/// <param name="State">What was found.</param>
/// <param name="Text">The finding in words, without full stop.</param>
internal sealed record CheckFinding(string Item, CheckState State, string Text);
