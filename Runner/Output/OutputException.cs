namespace DbIngest.Runner.Output;

/// <summary>
/// Reports that a result could not be printed, because standard output is closed, or takes nothing more as a file on a full disk
/// does. <see cref="Screen"/> throws it, and <c>ProgramExit</c> turns it into a message and exit code 4. A pipe whose reader has
/// ended causes none, because the runtime drops the output.
/// </summary>
internal sealed class OutputException(string message, Exception innerException) : Exception(message, innerException);
