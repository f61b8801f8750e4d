namespace DbIngest.Clusters.Files;

/// <summary>A deployment file that cannot be used. Each message is one line: the file and its line, the key, what is wrong, and the remedy.</summary>
/// <param name="messages">The messages, one at least.</param>
public sealed class DeploymentException(params IReadOnlyList<string> messages) : Exception(string.Join(Environment.NewLine, messages))
{
    /// <summary>The messages.</summary>
    public IReadOnlyList<string> Messages { get; } = messages;
}
