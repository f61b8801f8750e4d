namespace DbIngest.Abstractions.Targets;

/// <summary>The environment variable by which the distribution of a private server was found.</summary>
/// <param name="Variable">The variable, <c>CASSANDRA_HOME</c> for instance.</param>
/// <param name="Folder">
/// The distribution's folder in the one that the variable names; null where the variable names the distribution itself.
/// </param>
public sealed record ServerHome(string Variable, string? Folder);
