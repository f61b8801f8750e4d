namespace DbIngest.Core.Targets;

/// <summary>
/// Reports that a call was left behind: the user interrupted, and the database does not answer. <see cref="Interruptible"/>, the
/// ingestion of a trial and the end of its fault throw it. Whoever catches it must not call the target again, except to dispose
/// it, because the call may still run.
/// </summary>
/// <param name="cancellation">The token that was cancelled.</param>
public sealed class LeftBehindException(CancellationToken cancellation) : OperationCanceledException(cancellation);
