namespace DbIngest.Clusters.Hosts;

/// <summary>
/// A deployment cannot be brought up, checked or taken down now. The message names the cause and the remedy and holds no secret.
/// The verbs print it and exit with code 69.
/// </summary>
/// <param name="message">Cause and remedy.</param>
/// <param name="innerException">The cause; null for none.</param>
public sealed class ClusterException(string message, Exception? innerException = null) : Exception(message, innerException);
