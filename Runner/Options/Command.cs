namespace DbIngest.Runner.Options;

/// <summary>What the command line asks for.</summary>
/// <param name="Options">The options of the verb; null when only a text is to be printed.</param>
/// <param name="Arguments">The arguments after the verb, in one form.</param>
/// <param name="Text">The help or version that was asked for, or null.</param>
/// <param name="Problems">What is wrong with the arguments, one line each; the options are then those that were understood.</param>
internal sealed record Command(object? Options, IReadOnlyList<string> Arguments, string? Text, IReadOnlyList<string> Problems)
{
    /// <summary>A command that is understood.</summary>
    public Command(object? options, IReadOnlyList<string> arguments, string? text)
        : this(options, arguments, text, [])
    {
    }
}
