namespace DbIngest.Runner.Verbs;

/// <summary>
/// A command line that was read: a verb with its options, or a text to print. <see cref="CommandReader"/> creates it, and
/// <see cref="CommandExecution"/> executes it if it has no problems.
/// </summary>
/// <param name="Verb">The verb to execute. Null if the command only prints a text.</param>
/// <param name="Options">The options of the verb. Null if the command only prints a text.</param>
/// <param name="Arguments">The normalized arguments after the verb, as the manifest stores them.</param>
/// <param name="Text">The help or version that the user asked for, or null.</param>
/// <param name="Problems">One line per invalid argument. The options then hold the valid ones.</param>
internal sealed record Command(
    Verb? Verb, object? Options, IReadOnlyList<string> Arguments, string? Text, IReadOnlyList<string> Problems)
{
    /// <summary>A command that prints a text.</summary>
    public Command(string text)
        : this(null, null, [], text, [])
    {
    }
}
