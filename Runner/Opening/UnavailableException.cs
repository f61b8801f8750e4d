namespace DbIngest.Runner.Opening;

/// <summary>
/// Reports that a database or host cannot be used: no server answers, or it refuses the login. <see cref="OpenTargets"/> and the
/// verbs throw it before or instead of measuring, and the program ends with exit code 69.
/// </summary>
internal sealed class UnavailableException(string message, Exception innerException) : Exception(message, innerException);
