namespace DbIngest.Runner;

/// <summary>The command cannot be carried out as given. Each message is one line: what is wrong, and the remedy.</summary>
internal sealed class UsageException(IReadOnlyList<string> messages) : Exception(string.Join(Environment.NewLine, messages))
{
    public UsageException(string message)
        : this([message])
    {
    }

    public IReadOnlyList<string> Messages { get; } = messages;
}
