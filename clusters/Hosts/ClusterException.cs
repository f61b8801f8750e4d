namespace DbIngest.Clusters.Hosts;

/// <summary>A deployment cannot be brought up, asked or taken down now. The message says what is so and names the remedy; it holds no secret.</summary>
/// <param name="message">The message.</param>
/// <param name="innerException">What was behind it.</param>
public sealed class ClusterException(string message, Exception? innerException = null) : Exception(message, innerException);
