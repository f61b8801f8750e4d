namespace DbIngest.Runner.Checking;

/// <summary>
/// One finding about a file of a result folder. <see cref="ResultCheck"/> and <see cref="SshSignature"/> make findings.
/// <c>report --check</c> prints all of them, <c>archive</c> only the wrong ones, and <c>publish</c> marks a result by them. A
/// file may have several findings.
/// </summary>
/// <param name="Item">Path of the file relative to the result folder.</param>
/// <param name="State">Whether the file is right, wrong or cannot be checked.</param>
/// <param name="Text">The finding in words, without a full stop.</param>
internal sealed record CheckFinding(string Item, CheckState State, string Text);
