namespace DbIngest.Runner.Opening;

/// <summary>
/// Reports that a database, its file or a host cannot be used: no server answers, or the server refuses the login.
/// <see cref="OpenTargets"/>, <c>SweepSession</c> and the verbs throw it, never within a trial. <c>AdviseVerb</c> goes on without
/// the store. Everywhere else <c>ProgramExit</c> prints the message and ends the program with exit code 69.
/// </summary>
internal sealed class UnavailableException(string message, Exception innerException) : Exception(message, innerException);
