namespace DbIngest.Clusters.Hosts;

/// <summary>
/// A deployment cannot be brought up, checked or taken down now. The message names the cause and the remedy and holds no
/// secret. <c>ClusterVerb</c> and <c>RunVerb</c> end with exit code 69 for it. <c>OpenTargets</c> and <c>RunContainer</c> turn
/// it into a <c>TargetException</c>, and <c>ClusterCheck</c> into the state of a node.
/// </summary>
/// <param name="message">Cause and remedy.</param>
/// <param name="innerException">The cause; null for none.</param>
public sealed class ClusterException(string message, Exception? innerException = null) : Exception(message, innerException);
