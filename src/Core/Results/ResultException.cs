namespace DbIngest.Core.Results;

/// <summary>Reports that a result folder cannot be read or written.</summary>
/// <param name="message">One sentence with the file and the remedy.</param>
/// <param name="innerException">The cause.</param>
public sealed class ResultException(string message, Exception? innerException = null) : Exception(message, innerException);
