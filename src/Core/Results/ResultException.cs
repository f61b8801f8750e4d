namespace DbIngest.Core.Results;

/// <summary>
/// Reports that a result folder cannot be read or written. <see cref="ResultFolder"/> and <see cref="Journal"/> throw it, and the
/// command line prints its message and ends with an exit code for results.
/// </summary>
/// <param name="message">One sentence with the file and the remedy.</param>
/// <param name="innerException">The cause.</param>
public sealed class ResultException(string message, Exception? innerException = null) : Exception(message, innerException);
