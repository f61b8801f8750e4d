namespace DbIngest.Core.Pipeline;

/// <summary>
/// What a lane sends next: a batch, or one operation of a mix. <see cref="SourceCursor"/> hands it out, and
/// <see cref="IngestLane"/> passes it to its <see cref="ILaneWork"/>.
/// </summary>
/// <param name="First">Sequence number of the first record of the batch. With a mix, the operation's number, from 0.</param>
/// <param name="Count">Records in the batch. The last batch of a source may be shorter. 1 with a mix.</param>
/// <param name="Due">
/// Intended start in an open loop, in ticks of <see cref="System.Diagnostics.Stopwatch"/> after the common start. 0 in a closed
/// loop, where it must not be read as a time.
/// </param>
/// <param name="IsWhole">
/// True if the records are sent with all values of the schema. False before the table has the values of <c>--add-values</c>.
/// </param>
internal readonly record struct BatchTurn(long First, int Count, long Due, bool IsWhole = true);
