namespace DbIngest.Clusters.Files;

/// <summary>
/// A deployment file has errors, or does not match what was deployed from it. <see cref="Cluster"/>, its reader of files, its
/// state file and its providers throw it before anything is changed. <c>ClusterVerb</c>, <c>DeployedDatabaseReader</c> and
/// <c>OpenTargets</c> turn it into a usage error with exit code 2. Each message is one line: file, error and remedy, with line
/// number and key for an error of the file itself.
/// </summary>
/// <param name="messages">One message at least.</param>
public sealed class DeploymentException(params IReadOnlyList<string> messages)
    : Exception(string.Join(Environment.NewLine, messages))
{
    /// <summary>One message per error.</summary>
    public IReadOnlyList<string> Messages { get; } = messages;
}
