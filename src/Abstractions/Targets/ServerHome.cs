namespace DbIngest.Core.Targets;

/// <summary>How the user named the vendor's distribution that a private server was started from: by an environment variable.</summary>
/// <param name="Variable">The variable, <c>CASSANDRA_HOME</c> for instance.</param>
/// <param name="Folder">The distribution's folder in the one that the variable names; null where the variable names the distribution itself.</param>
public sealed record ServerHome(string Variable, string? Folder);
