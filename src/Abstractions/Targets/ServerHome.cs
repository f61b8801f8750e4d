namespace DbIngest.Abstractions.Targets;

/// <summary>
/// Names the environment variable that points to the distribution of a private server. A target that starts servers looks there,
/// and results record the variable, never its value, so that a report can print the commands that repeat the run.
/// </summary>
/// <param name="Variable">The variable, for example <c>CASSANDRA_HOME</c>.</param>
/// <param name="Folder">
/// The folder of the distribution below the folder in the variable. Null if the variable points to the distribution itself.
/// </param>
public sealed record ServerHome(string Variable, string? Folder);
