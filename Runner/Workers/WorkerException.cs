namespace DbIngest.Runner.Workers;

/// <summary>
/// Reports that a source process ended, hung or broke the protocol, so that the fate of its batches is unknown.
/// <see cref="WorkerProcess"/> throws it. <see cref="ProcessEngine"/> turns it into a failed opening, <see cref="ProcessRun"/>
/// into an incomplete trial, and <see cref="SpreadAudit"/> into an audit without verdict.
/// </summary>
internal sealed class WorkerException(string message) : Exception(message);
