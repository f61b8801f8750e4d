namespace DbIngest.Core.Pipeline;

/// <summary>
/// When a turn was sent and acknowledged, in ticks of <see cref="System.Diagnostics.Stopwatch.GetTimestamp"/>.
/// <see cref="IngestLane"/> hands it to its <see cref="ILaneWork"/> after each acknowledged turn, on the timed path. The work
/// counts the service time and, for shared records, tells the order of writes by the times.
/// </summary>
/// <param name="Sent">When its first attempt began.</param>
/// <param name="Attempted">When the attempt began that was acknowledged.</param>
/// <param name="Acknowledged">When the lane learned of the acknowledgement.</param>
/// <param name="WasInDoubt">True if an earlier attempt was ambiguous.</param>
/// <param name="Nanoseconds">The service time, from <paramref name="Sent"/> to <paramref name="Acknowledged"/>.</param>
internal readonly record struct TurnTimes(long Sent, long Attempted, long Acknowledged, bool WasInDoubt, long Nanoseconds);
