namespace DbIngest.Runner;

/// <summary>
/// Reports that a command is invalid (exit code 2). Readers of options and verbs throw it before anything is measured.
/// <c>ProgramExit</c> prints its messages. Each message is one line with the problem and the remedy.
/// </summary>
internal sealed class UsageException(IReadOnlyList<string> messages) : Exception(string.Join(Environment.NewLine, messages))
{
    public UsageException(string message)
        : this([message])
    {
    }

    public IReadOnlyList<string> Messages { get; } = messages;
}
