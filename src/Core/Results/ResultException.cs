namespace DbIngest.Core.Results;

/// <summary>A result folder cannot be read or written. The message names the file and the remedy.</summary>
/// <param name="message">For a person.</param>
/// <param name="innerException">The cause.</param>
public sealed class ResultException(string message, Exception? innerException = null) : Exception(message, innerException);
