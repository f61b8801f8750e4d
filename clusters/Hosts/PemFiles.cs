namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Reads the PEM files that a deployment names. <c>ContainerTls</c> and <c>ProcessProvider</c> check them before anything is
/// created. <c>ProcessUp</c> copies the texts to nodes and <c>KubernetesProvider</c> into a Secret. Compose mounts the files
/// themselves. The text may be a private key: it must never be logged.
/// </summary>
internal static class PemFiles
{
    /// <summary>The text of a certificate or key.</summary>
    /// <param name="file">The path on this machine.</param>
    /// <exception cref="ClusterException">The file cannot be read, or is not in PEM form.</exception>
    public static string Read(string file)
    {
        try
        {
            string text = File.ReadAllText(file);
            return text.Contains("-----BEGIN ", StringComparison.Ordinal) ? text
                : throw new ClusterException($"tls: {file} is not in PEM form; it has no line that begins with -----BEGIN.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ClusterException($"tls: {file} cannot be read ({exception.Message.TrimEnd('.')}); name a file in PEM form.",
                exception);
        }
    }
}
