namespace DbIngest.Runner.Output;

/// <summary>
/// Standard output is a file that takes nothing more, so that somebody would miss what a command says. <see cref="Screen"/>
/// throws it, and <c>ProgramExit</c> turns it into a message and exit code 4. Not for a pipe whose reader has ended: the runtime
/// drops what is written there.
/// </summary>
internal sealed class OutputException(string message, Exception innerException) : Exception(message, innerException);
