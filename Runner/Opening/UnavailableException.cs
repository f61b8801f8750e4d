namespace DbIngest.Runner.Opening;

/// <summary>
/// Reports that a database cannot be used: no server answers, or it refuses the login. The program ends with exit code 69.
/// </summary>
internal sealed class UnavailableException(string message, Exception innerException) : Exception(message, innerException);
