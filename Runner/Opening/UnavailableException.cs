namespace DbIngest.Runner.Opening;

/// <summary>A database cannot be used: it is not there, or does not let us in.</summary>
internal sealed class UnavailableException(string message, Exception innerException) : Exception(message, innerException);
