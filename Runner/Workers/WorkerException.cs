namespace DbIngest.Runner.Workers;

/// <summary>
/// Reports that a source process cannot be started, or that it ended, hung or broke the protocol, so that the fate of its batches
/// is unknown. <see cref="WorkerProcess"/> throws it, and <see cref="ProgramCopy"/> if it cannot copy the program to a host.
/// <see cref="ProcessEngine"/> turns it into a failed opening, <see cref="ProcessRun"/> into an incomplete trial,
/// <see cref="SpreadAudit"/> into an audit without verdict, and <c>SweepSession</c> into exit code 69 before the first trial.
/// </summary>
internal sealed class WorkerException(string message) : Exception(message);
