namespace DbIngest.Runner;

/// <summary>Reports that a command is invalid (exit code 2). Each message is one line with the problem and the remedy.</summary>
internal sealed class UsageException(IReadOnlyList<string> messages) : Exception(string.Join(Environment.NewLine, messages))
{
    public UsageException(string message)
        : this([message])
    {
    }

    public IReadOnlyList<string> Messages { get; } = messages;
}
