namespace DbIngest.Runner.Opening;

/// <summary>
/// Reports that a database or host cannot be used: no server answers, or the server refuses the login.
/// <see cref="OpenTargets"/>, <c>SweepSession</c> and the verbs throw it, always outside of a trial. <c>ProgramExit</c> prints
/// the message and ends the program with exit code 69.
/// </summary>
internal sealed class UnavailableException(string message, Exception innerException) : Exception(message, innerException);
