using DbIngest.Abstractions.Targets;
using DbIngest.Core.Operations;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// The single-record calls of a lane's writer that its mix may need. <see cref="OwnKeysWork"/> and <see cref="SharedKeysWork"/>
/// create one when the lane opens. The command line has already refused clients that lack a call.
/// </summary>
/// <param name="Writer">The writer, for insertions.</param>
/// <param name="Reads">The writer's reads.</param>
/// <param name="Changes">The writer's updates and deletions. Null if the writer has none and the mix needs none.</param>
/// <param name="Conditional">The writer's conditional updates. Null if the writer has none and the mix needs none.</param>
/// <param name="Instants">The writer's finds of records by time. Null if the writer has none and the mix needs none.</param>
/// <param name="Split">The writer's operations in two calls, for <see cref="LaneGroup"/>. Null if the writer has none.</param>
internal sealed record MixCalls(
    IBatchWriter Writer,
    IRecordReads Reads,
    IRecordOperations? Changes,
    IConditionalUpdates? Conditional,
    IInstantReads? Instants,
    ISplitOperations? Split)
{
    /// <summary>Finds the calls of a writer.</summary>
    /// <param name="writer">The writer.</param>
    /// <param name="mix">The mix.</param>
    /// <exception cref="TargetException">The writer lacks a call that the mix needs.</exception>
    public static MixCalls Of(IBatchWriter writer, OperationMix mix)
    {
        var calls = new MixCalls(
            writer,
            writer as IRecordReads ?? throw new TargetException(
                "This write path has no single records; leave --mix out, or choose another client."),
            writer as IRecordOperations,
            writer as IConditionalUpdates,
            writer as IInstantReads,
            writer as ISplitOperations);
        return mix.Finds && calls.Instants is null ? throw new TargetException(InstantAnswer.Refusal)
            : (mix.HasVersions && calls.Changes is null) || (mix.NeedsCondition && calls.Conditional is null)
            ? throw new TargetException("This write path reads single records and does not change them as --mix asks; leave "
                + "update, delete or rmw out, or choose another client.")
            : calls;
    }
}
