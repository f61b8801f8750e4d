namespace DbIngest.Core.Results;

/// <summary>
/// Reports that a result folder, or another file of results, cannot be read or written. <see cref="ResultFolder"/>,
/// <see cref="Journal"/> and readers of saved state throw it. The command line prints its message and ends with the exit code
/// for results.
/// </summary>
/// <param name="message">One sentence with the file and the remedy.</param>
/// <param name="innerException">The cause.</param>
public sealed class ResultException(string message, Exception? innerException = null) : Exception(message, innerException);
