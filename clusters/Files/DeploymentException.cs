namespace DbIngest.Clusters.Files;

/// <summary>
/// A deployment file has errors, or does not match what was deployed from it. <see cref="Cluster"/> throws it before anything is
/// changed. The verbs print it and exit with code 2. Each message is one line: file, line number, key, error and remedy.
/// </summary>
/// <param name="messages">One message at least.</param>
public sealed class DeploymentException(params IReadOnlyList<string> messages)
    : Exception(string.Join(Environment.NewLine, messages))
{
    /// <summary>One message per error.</summary>
    public IReadOnlyList<string> Messages { get; } = messages;
}
