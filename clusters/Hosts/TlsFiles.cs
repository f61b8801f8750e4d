namespace DbIngest.Clusters.Hosts;

/// <summary>Certificates and keys, which deployment files name.</summary>
internal static class TlsFiles
{
    /// <summary>The text of one.</summary>
    /// <param name="file">The file.</param>
    /// <exception cref="ClusterException">It cannot be read, or is not in PEM form.</exception>
    public static string Read(string file)
    {
        try
        {
            string text = File.ReadAllText(file);
            return text.Contains("-----BEGIN ", StringComparison.Ordinal) ? text : throw new ClusterException($"tls: {file} is not in PEM form; it has no line that begins with -----BEGIN.");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ClusterException($"tls: {file} cannot be read ({exception.Message.TrimEnd('.')}); name a file in PEM form.", exception);
        }
    }
}
